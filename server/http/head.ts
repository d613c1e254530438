import type { RequestHandler } from "express";

/** HEAD is GET without the body (RFC 9110, section 9.3.2); Node leaves the body out. The contract lists only GET. */
export function head(): RequestHandler {
  return function head(request, _response, next) {
    if (request.method === "HEAD") request.method = "GET";
    next();
  };
}
