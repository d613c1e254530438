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

/** Answers by `response.json`, which the validator guards. `headers` are those besides the common ones. */
export function answer(
  response: Response,
  status: number,
  headers: Record<string, string>,
  body: object,
): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("Content-Type", "application/json; charset=utf-8");
  response.json(body);
}
