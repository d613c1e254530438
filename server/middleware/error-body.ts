import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { commonHeaders } from "../../generated/catalogue.ts";
import { respond } from "./respond.ts";
import { ApiError } from "../contract/api-error.ts";
import { isUnavailable, unavailableReason } from "../store/faults.ts";

/** Sends all errors. An error that is no ApiError is logged and sent as a 503 or a 500 without its cause. */
export function errorBody(log: Logger): ErrorRequestHandler {
  return function errorBody(error: unknown, request, response, next) {
    const known = toApiError(error);
    if (known.status >= 500) {
      const { requestId } = response.locals;
      const reason = unavailableReason(known.cause);
      if (reason !== undefined) response.locals.unavailable = reason;
      log.error({ requestId, operation: request.openapi?.schema.operationId, err: known.cause }, known.code);
    }
    if (response.headersSent) return next(error);
    clearHeaders(response);
    respond(response, known.status, known.headers, known.toJSON());
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error))
    return new ApiError("service_unavailable", {}, { "Retry-After": "2" }, { cause: error });
  return new ApiError("internal_error", {}, {}, { cause: error });
}

/** Removes the headers of a response that the validator refused. */
function clearHeaders(response: Parameters<ErrorRequestHandler>[2]): void {
  const kept = new Set<string>(commonHeaders.map((name) => name.toLowerCase()));
  for (const name of response.getHeaderNames()) if (!kept.has(name)) response.removeHeader(name);
}
