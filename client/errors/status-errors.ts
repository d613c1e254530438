import { errorIn } from "../json.ts";
import { ApiError, isKnownError } from "./api-error.ts";
import type { CallInfo } from "./call-error.ts";
import { UnexpectedResponseError } from "./unexpected-response-error.ts";

/** 400 and 422: `details` lists what is missing or wrong, each with its path. */
export class ValidationError extends ApiError<"missing_parameter" | "validation_error"> {
  override readonly name = "ValidationError";
}

/** 401: the key is missing, unknown or revoked. */
export class UnauthorizedError extends ApiError<"unauthorized"> {
  override readonly name = "UnauthorizedError";
}

/** 403: the key lacks the scope in `body.error.required_scope`; it has those in `granted_scopes`. */
export class ForbiddenError extends ApiError<"forbidden"> {
  override readonly name = "ForbiddenError";
}

/** 404: this workspace has no such resource. A path that the API lacks is no such error: `path_not_found`. */
export class NotFoundError extends ApiError<"not_found"> {
  override readonly name = "NotFoundError";
}

/** 409: the workspace has a contact with this email or this `external_id`, `body.error.contact_id`. */
export class ConflictError extends ApiError<"conflict"> {
  override readonly name = "ConflictError";
}

/** 429: the rate limit is used up, and waiting for the next window would take longer than `totalTimeout`. */
export class RateLimitedError extends ApiError {
  override readonly name = "RateLimitedError";
  declare readonly status: 429;
}

/** Any 5xx, of the API or of a proxy before it. Repeating the call later may help. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** The codes that have a class of their own. */
const classes: Record<string, new (call: CallInfo) => ApiError> = {
  missing_parameter: ValidationError,
  validation_error: ValidationError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  conflict: ConflictError,
};

/**
 * The error that a response stands for: of the class of its code, or of its status when a proxy may have sent it. A
 * code that is not known here is an ApiError with that code.
 */
export function errorOf(call: CallInfo & { status: number }): ApiError | UnexpectedResponseError {
  const { status, body } = call;
  const { code } = errorIn(body) ?? {};
  if (status >= 500) return new ServerError(call);
  if (status === 429) return new RateLimitedError(call);
  if (code === undefined || status < 400) return new UnexpectedResponseError(call);
  return new ((isKnownError(code, status) && classes[code]) || ApiError)(call);
}
