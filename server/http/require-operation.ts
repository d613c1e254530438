import type { RequestHandler } from "express";

/** 404 or 405 when the contract has no operation for this request. */
export function requireOperation(): RequestHandler {
  return function requireOperation(_request, response, next) {
    next(response.locals.unrouted);
  };
}
