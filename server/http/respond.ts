import type { RequestHandler, Response } from "express";
import type { Logger } from "pino";
import type { Validator } from "../contract/validator.ts";
import { soundPage } from "./sound-page.ts";

/**
 * Makes `response.json` check a response and send it at once; one that breaks the contract becomes an error, or a page
 * without the elements that do. Express's own
 * also handles ETags, conditional requests and other character sets, which this API does not have.
 */
export function sendJson(responseError: Validator["responseError"], log: Logger): RequestHandler {
  return function sendJson(request, response, next) {
    response.json = (body) => {
      const faultOf = (body: unknown) => responseError(request, response.statusCode, body);
      const fault = faultOf(body);
      const sound: unknown = fault === undefined ? body : soundPage(body, faultOf, log);
      if (sound !== undefined) {
        const text = JSON.stringify(sound);
        response.setHeader("Content-Length", Buffer.byteLength(text));
        response.end(text); // Node writes a text together with the headers, and bytes apart
      } else next(fault);
      return response;
    };
    next();
  };
}

/**
 * Headers of every response of the API, besides those of the contract. A response holds customers' data: no cache may
 * keep it (RFC 9111, section 5.2.2.5), and no browser may guess another type than JSON.
 */
export const fixedHeaders = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** Responds by `response.json`, which checks the response. `headers` are those besides the common ones. */
export function respond(
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: object,
): void {
  response.statusCode = status;
  setHeaders(response, fixedHeaders);
  setHeaders(response, response.locals.crossOrigin ?? {});
  setHeaders(response, headers);
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.json(body);
}

function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
