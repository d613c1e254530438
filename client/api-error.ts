import { errorStatuses, hasErrorCodes } from "../generated/calls.ts";
import type { components } from "../generated/types.ts";
import { errorIn, textOf } from "./json.ts";
import {
  CallError,
  isCallError,
  kind,
  UnexpectedResponseError,
  type CallInfo,
} from "./call-error.ts";

type Schemas = components["schemas"];
type AnyErrorBody = Extract<
  Schemas[keyof Schemas],
  { error: { code: string } }
>;

/** Code of an error that this version of the contract knows, e.g. `not_found`. */
export type KnownErrorCode = keyof typeof errorStatuses;

/** Code of an error. A later version of the API may send codes that are not known here. */
export type ErrorCode = KnownErrorCode | (string & {});

/** The body of the error with this code. That of an unknown code can be anything. */
export type ErrorBody<Code extends string> = Code extends KnownErrorCode
  ? Extract<AnyErrorBody, { error: { code: Code } }>
  : unknown;

/** The HTTP status of the error with this code. */
export type ErrorStatus<Code extends string> = Code extends KnownErrorCode
  ? (typeof errorStatuses)[Code]
  : number;

/** The API refused the request. `isApiError` narrows it to a code, and so its status and its body. */
export class ApiError<Code extends string = ErrorCode> extends CallError {
  override readonly name: string = "ApiError";
  override readonly code: Code;
  declare readonly status: ErrorStatus<Code>;
  declare readonly headers: Headers;
  /** The body as it was sent. Some codes have fields of their own, e.g. `error.contact_id`. */
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
    // Whoever makes one of a narrower type gives a body with its code.
    this.code = code as Code;
  }

  /** @internal */
  override get [kind](): string {
    return "api";
  }
}

/**
 * Whether this is an error of the API, with one of these codes if any are given:
 * `if (isApiError(error, "conflict")) error.body.error.contact_id`
 */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends KnownErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code>;
export function isApiError(error: unknown, ...codes: string[]): boolean {
  if (!isCallError(error) || error[kind] !== "api") return false;
  const { code, status } = error;
  return (
    codes.length === 0 || (isKnownError(code, status) && codes.includes(code))
  );
}

/** Whether the contract has this code with this status. A proxy may send it with another. */
export const isKnownError = (
  code: string,
  status: number | undefined,
): code is KnownErrorCode =>
  (errorStatuses as Record<string, number>)[code] === status;

/** 400 and 422: `details` lists what is missing or wrong, each with its path. */
export class ValidationError extends ApiError<
  "missing_parameter" | "validation_error"
> {
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
