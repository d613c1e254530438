import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import type { Respond } from "./respond.ts";
import { ApiError, invalid } from "../contract/api-error.ts";
import { QuotaExceeded } from "../store/ledger.ts";
import { isUnavailable, unavailableReason } from "../store/errors.ts";

/** Sends all errors. An error that is no ApiError is logged and sent as a 503 or a 500 without its cause. */
export function errorBody(respond: Respond, log: Logger): ErrorRequestHandler {
  return function errorBody(error: unknown, request, response, next) {
    const known = toApiError(error);
    if (known.status >= 500) {
      const { requestId } = response.locals;
      const reason = unavailableReason(known.cause);
      if (reason !== undefined) response.locals.unavailable = reason;
      const { schema, pathParams: ids } = request.openapi ?? {};
      log.error({ requestId, operation: schema?.operationId, ids, err: known.cause }, known.code);
    }
    if (response.headersSent) return next(error);
    respond(response, known.status, known.headers, known.toJSON());
  };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof QuotaExceeded) return quotaError(error);
  if (isUnavailable(error))
    return new ApiError("service_unavailable", {}, { "Retry-After": "2" }, { cause: error });
  return new ApiError("internal_error", {}, {}, { cause: error });
}

/** The 422 of D-35, with an empty path, as no field of the request is wrong. */
function quotaError({ what, most }: QuotaExceeded): ApiError {
  if (what === "contacts") return invalid([], `el espacio de trabajo ya tiene ${most} contactos, el máximo`);
  return invalid([], `el espacio de trabajo ya guarda ${most} bytes, el máximo`);
}
