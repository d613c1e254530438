import type { errorStatuses } from "../../generated/calls.ts";
import type { components } from "../../generated/types.ts";
import { CallError, type CallInfo, type ErrorDetail } from "./call-error.ts";

type Schemas = components["schemas"];
type AnyErrorBody = Extract<Schemas[keyof Schemas], { error: { code: string } }>;

/** Stable code of an error, e.g. `not_found`. */
export type ErrorCode = AnyErrorBody["error"]["code"];

/** The body of the error with this code, or of any error. */
export type ErrorBody<Code extends ErrorCode = ErrorCode> = Extract<AnyErrorBody, { error: { code: Code } }>;

/** The HTTP status of the error with this code, or of any error. */
export type ErrorStatus<Code extends ErrorCode = ErrorCode> = (typeof errorStatuses)[Code];

/** Which answer an error of the API is about. */
export interface Answer<Code extends ErrorCode = ErrorCode> extends CallInfo {
  status: ErrorStatus<Code>;
}

/** The API refused the request, as the contract says it may. `isApiError` narrows it to a code. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends CallError {
  override readonly name: string = "ApiError";
  /** The body as it was sent. Some codes have members of their own, e.g. `error.contact_id`. */
  readonly body: ErrorBody<Code>;
  override readonly code: Code;
  declare readonly status: ErrorStatus<Code>;

  constructor(body: ErrorBody<Code>, answer: Answer<Code>) {
    const { code, message } = body.error;
    const faults = detailsOf(body).map((detail) => `; ${detail.path.join(".")}: ${detail.message}`);
    super(answer, `was answered with ${answer.status} ${code}: ${message}${faults.join("")}`);
    this.body = body;
    this.code = code;
  }

  override get details(): ErrorDetail[] {
    return detailsOf(this.body);
  }
}

/**
 * Whether this is an error of the API, with one of these codes if any are given:
 * `if (isApiError(error, "conflict")) error.body.error.contact_id`
 */
export function isApiError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || codes.some((code) => code === error.code));
}

function detailsOf({ error }: ErrorBody): ErrorDetail[] {
  return "details" in error ? error.details : [];
}
