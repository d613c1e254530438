import type { RequestHandler } from "express";
import { newId } from "../store/ids.ts";

/** Names the request: `X-Request-Id`, and `requestId` in the log (D-29). */
export function requestId(): RequestHandler {
  return function requestId(_request, response, next) {
    response.locals.requestId = newId("req");
    response.setHeader("X-Request-Id", response.locals.requestId);
    next();
  };
}
