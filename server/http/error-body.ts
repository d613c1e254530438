import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import type { Respond } from "./respond.ts";
import { ApiError, invalid, languageOf } from "../contract/api-error.ts";
import { QuotaExceeded } from "../store/usage/usage.ts";
import { limitedRows, limitedTable } from "../store/own-tables.ts";
import { reasonOf, unavailableReason } from "../store/errors.ts";
import { firstInASecond } from "./access-log.ts";

/**
 * Sends all errors. An error that is no ApiError is sent as a 503 or a 500 without its cause. Each
 * 500 is logged with its cause; of responses of 503, which come in crowds when the database is
 * away, one line a second says how many and why.
 */
export function errorBody(respond: Respond, log: Logger): ErrorRequestHandler {
  let last: object = {};
  const countUnavailable = firstInASecond(0, (responses) => {
    log.error({ responses, last }, "service_unavailable");
  });
  return function errorBody(error: unknown, request, response, next) {
    const apiError = toApiError(error);
    const { operation, pathParams = {} } = request;
    const where = {
      requestId: response.locals.requestId,
      operation: operation?.id,
    };
    if (apiError.code === "service_unavailable") {
      const reason = unavailableReason(apiError.cause);
      if (reason !== undefined) response.locals.unavailable = reason;
      last = {
        ...where,
        reason,
        ...(apiError.cause !== undefined && {
          error: reasonOf(apiError.cause),
        }),
      };
      countUnavailable();
    } else if (apiError.status >= 500)
      log.error(
        { ...where, ids: idsIn(pathParams), err: apiError.cause },
        apiError.code,
      );
    if (response.headersSent) return next(error);
    respond(
      response,
      apiError.status,
      apiError.headers,
      apiError.body(languageOf(request)),
    );
  };
}

/**
 * The parameters of a path that are ids of ours: whatever else is in a path may be a key or an
 * email.
 */
const idsIn = (pathParams: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(pathParams).filter(([, value]) => id.test(value)),
  );
const id = /^[a-z]+_[0-9a-z]{26}$/;

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof QuotaExceeded) return quotaError(error);
  if (unavailableReason(error) !== undefined)
    return new ApiError(
      "service_unavailable",
      {},
      { "Retry-After": "2" },
      { cause: error },
    );
  return new ApiError("internal_error", {}, {}, { cause: error });
}

/** The 422 of D-35, with an empty path, as no field of the request is wrong. */
function quotaError({ what, quota }: QuotaExceeded): ApiError {
  const { es, en } = {
    [limitedTable]: {
      es: `tener ${quota} ${limitedRows.es}`,
      en: `have ${quota} ${limitedRows.en}`,
    },
    bytes: { es: `guardar ${quota} bytes`, en: `store ${quota} bytes` },
  }[what];
  return invalid([], "limit_reached", {
    es: `el espacio de trabajo puede ${es} como máximo`,
    en: `the workspace can ${en} at most`,
  });
}
