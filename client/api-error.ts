import { errorStatuses, hasErrorCodes } from "../generated/calls.ts";
import type { components } from "../generated/types.ts";
import { errorIn, textOf } from "./json.ts";
import {
  CallError,
  brand,
  isCallError,
  UnexpectedResponseError,
  type CallInfo,
} from "./call-error.ts";

type Schemas = components["schemas"];
type AnyErrorBody = Extract<
  Schemas[keyof Schemas],
  { error: { code: string } }
>;

/** Code of an error in this version of the contract, e.g. `not_found`. */
export type KnownErrorCode = keyof typeof errorStatuses;

/** Code of an error. A later version of the API may send further codes. */
export type ErrorCode = KnownErrorCode | (string & {});

/** The body of the error with this code. The body of an unknown code can be anything. */
export type ErrorBody<Code extends string> = Code extends KnownErrorCode
  ? Extract<AnyErrorBody, { error: { code: Code } }>
  : unknown;

/** The HTTP status of the error with this code. */
export type ErrorStatus<Code extends string> = Code extends KnownErrorCode
  ? (typeof errorStatuses)[Code]
  : number;

/**
 * The API rejected the request. `isApiError` narrows the error to a code, with its status and its
 * body.
 */
export class ApiError<Code extends string = ErrorCode> extends CallError {
  override readonly name: string = "ApiError";
  override readonly code: Code;
  declare readonly status: ErrorStatus<Code>;
  declare readonly headers: Headers;
  /** The body as it was sent. Some codes have fields of their own, e.g. `error.required_scope`. */
  declare readonly body: ErrorBody<Code>;

  constructor(call: CallInfo) {
    const {
      code,
      message,
      details,
      required_scope: lacks,
      granted_scopes: has,
    } = errorIn(call.body) ?? {
      code: `http_${call.status}`,
      message: hasErrorCodes
        ? "The body holds no error of the API."
        : "The body says why.",
      details: [],
    };
    const listed = (values: unknown, separator: string) =>
      [values].flat().map(textOf).join(separator);
    const problems = details.map(
      (each) => `; ${listed(each["path"], ".")}: ${textOf(each["message"])}`,
    );
    if (lacks !== undefined)
      problems.push(
        `; the key lacks ${textOf(lacks)} and has ${listed(has, ", ")}`,
      );
    super(
      call,
      `failed with ${call.status} ${code}: ${message}${problems.join("")}`,
    );
    // The type of the caller matches the code in its body.
    this.code = code as Code;
  }

  /** @internal */
  override get [brand](): string {
    return "api";
  }
}

/**
 * Returns true for an error of the API, with one of these codes if there are any:
 * `if (isApiError(error, "forbidden")) error.body.error.required_scope`
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends KnownErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code>;
export function isApiError(error: unknown, ...codes: string[]): boolean {
  if (!isCallError(error) || error[brand] !== "api") return false;
  const { code, status } = error;
  return (
    codes.length === 0 || (isKnownError(code, status) && codes.includes(code))
  );
}

/**
 * Returns true when the contract has this code with this status. A proxy may send the code with
 * another status.
 */
export const isKnownError = (
  code: string,
  status: number | undefined,
): code is KnownErrorCode =>
  (errorStatuses as Record<string, number>)[code] === status;

/** 400 and 422: `details` lists the problems with their paths. */
export class ValidationError extends ApiError<
  "missing_parameter" | "validation_error"
> {
  override readonly name = "ValidationError";
}

/** 401: the key is missing, unknown or revoked. */
export class UnauthorizedError extends ApiError<"unauthorized"> {
  override readonly name = "UnauthorizedError";
}

/**
 * 403: the key lacks the scope in `body.error.required_scope`. Its scopes are in `granted_scopes`.
 */
export class ForbiddenError extends ApiError<"forbidden"> {
  override readonly name = "ForbiddenError";
}

/** 404: this workspace has no such resource. An unknown path is another error: `path_not_found`. */
export class NotFoundError extends ApiError<"not_found"> {
  override readonly name = "NotFoundError";
}

/** 409: the request conflicts with what the workspace has: `body.error` says with what. */
export class ConflictError extends ApiError<"conflict"> {
  override readonly name = "ConflictError";
}

/** 429: the rate limit is exceeded, and the next window begins after `totalTimeout`. */
export class RateLimitedError extends ApiError {
  override readonly name = "RateLimitedError";
  declare readonly status: 429;
}

/** Any 5xx, of the API or of a proxy. A later call may succeed. */
export class ServerError extends ApiError {
  override readonly name = "ServerError";
}

/** Code → class of its errors. Other codes have the class ApiError. */
const classes: Record<string, new (call: CallInfo) => ApiError> = {
  missing_parameter: ValidationError,
  validation_error: ValidationError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  not_found: NotFoundError,
  conflict: ConflictError,
};

/**
 * Creates the error of a response. Its class depends on the code, or on the status when a proxy may
 * have sent the response.
 */
export function errorOf(
  call: CallInfo & { status: number },
): ApiError | UnexpectedResponseError {
  const { status, body } = call;
  const { code = hasErrorCodes ? undefined : "" } = errorIn(body) ?? {};
  if (status >= 500) return new ServerError(call);
  if (status === 429) return new RateLimitedError(call);
  if (code === undefined || status < 400)
    return new UnexpectedResponseError(call);
  return new ((isKnownError(code, status) && classes[code]) || ApiError)(call);
}
