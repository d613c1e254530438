import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { commonHeaders } from "../../generated/catalogue.ts";
import { answer } from "./answer.ts";
import { ApiError } from "../contract/api-error.ts";
import { isUnavailable } from "../store/faults.ts";

/** The one place that sends errors. What is no ApiError is logged and becomes a 503 or a 500 that tells nothing. */
export function errorBody(log: Logger): ErrorRequestHandler {
  return function errorBody(error: unknown, request, response, next) {
    const known = toApiError(error);
    if (known.status >= 500) {
      const { requestId } = response.locals;
      log.error({ requestId, operation: request.openapi?.schema.operationId, err: known.cause }, known.code);
    }
    if (response.headersSent) return next(error);
    clearHeaders(response);
    answer(response, known.status, known.headers, known.toJSON());
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error))
    return new ApiError("service_unavailable", {}, { "Retry-After": "2" }, { cause: error });
  return new ApiError("internal_error", {}, {}, { cause: error });
}

/** An answer that was refused leaves its own headers behind. */
function clearHeaders(response: Parameters<ErrorRequestHandler>[2]): void {
  const kept = new Set<string>(commonHeaders.map((name) => name.toLowerCase()));
  for (const name of response.getHeaderNames()) if (!kept.has(name)) response.removeHeader(name);
}
