import type { RequestHandler, Response } from "express";

/**
 * Makes `response.json` send at once. Express's own looks for what this API does not have: ETags, conditional requests,
 * other character sets.
 */
export function sendJson(): RequestHandler {
  return function sendJson(_request, response, next) {
    response.json = (body) => {
      const bytes = Buffer.from(JSON.stringify(body));
      response.setHeader("Content-Length", bytes.length);
      response.end(bytes);
      return response;
    };
    next();
  };
}

/**
 * What every response of the API has besides what the contract declares: it holds customers' data, so nobody on the way
 * keeps it (RFC 9111, section 5.2.2.5), and no browser takes it for something else than JSON.
 */
export const fixedHeaders = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** Answers by `response.json`, which the validator guards. `headers` are those besides the common ones. */
export function answer(
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: object,
): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries({ ...fixedHeaders, ...headers }))
    response.setHeader(name, value);
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.json(body);
}
