import type { Response } from "express";
import type { Logger } from "pino";
import type { Validator } from "../contract/validator.ts";
import { soundPage } from "./sound-page.ts";

/**
 * Sends a response that was checked against the contract. `headers` are those besides the common ones.
 * @throws what breaks the contract, and then sends nothing
 */
export type Respond = (
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: object,
) => void;

/**
 * Headers of every response of the API, besides those of the contract. A response holds customers' data: no cache may
 * keep it (RFC 9111, section 5.2.2.5), and no browser may guess another type than JSON.
 */
export const fixedHeaders = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/**
 * Makes what sends every response of an operation but a 304; a page is sent without the elements that break the contract. Express's own
 * `response.json` would also handle ETags and conditional requests, and other character sets.
 */
export function createRespond(responseError: Validator["responseError"], log: Logger): Respond {
  return (response, status, headers, body) => {
    const errorOf = (body: unknown) => responseError(response.req, status, body);
    const error = errorOf(body);
    const sound = error === undefined ? body : soundPage(body, errorOf, log);
    if (sound === undefined) throw error;
    const text = JSON.stringify(sound);
    setHead(response, status, headers);
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.setHeader("Content-Length", Buffer.byteLength(text));
    response.end(text); // Node writes a text together with the headers, and bytes apart
  };
}

/** Sends that a client has what it asks for (D-44). */
export function notModified(response: Response, headers: Record<string, string>): void {
  setHead(response, 304, headers);
  response.end();
}

function setHead(response: Response, status: number, headers: Record<string, string>): void {
  response.statusCode = status;
  setHeaders(response, fixedHeaders);
  setHeaders(response, response.locals.crossOrigin ?? {});
  setHeaders(response, headers);
}

function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
