import { errors, limits, values } from "../../generated/constants.ts";
import type { components } from "../../generated/types.ts";

type Schemas = components["schemas"];

/** Every error body that the contract knows. */
type ErrorBody = Extract<Schemas[keyof Schemas], { error: { code: string } }>;

/** Stable code of an error, e.g. `not_found`. Source: the `code` constants of the contract's error schemas. */
export type ErrorCode = ErrorBody["error"]["code"];

/** The fields that this error has besides code and message, e.g. `contact_id`. */
type Extras<Code extends ErrorCode> = Omit<Extract<ErrorBody["error"], { code: Code }>, "code" | "message">;

/** What is wrong with a field, for programs. Source: the values of the contract's `ErrorReason`. */
export type ErrorReason = (typeof values.ErrorReason)[number];

export type ErrorDetail = Schemas["ErrorDetails"][number] & { reason: ErrorReason };

/** An error as the contract declares it. Throw it anywhere in a request; one place sends it. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";
  readonly code: Code;
  readonly extras: Extras<Code>;
  readonly headers: Record<string, string>;

  /** `headers` are those that the response has besides the common ones, e.g. `Allow`. */
  constructor(
    code: Code,
    extras: Extras<Code>,
    headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(errors[code].message, options);
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }

  /** HTTP status of this code, as the contract has it. */
  get status(): number {
    return errors[this.code].status;
  }

  /** The body to send. */
  toJSON(): { error: { code: Code; message: string } & Extras<Code> } {
    return { error: { code: this.code, message: this.message, ...this.extras } };
  }
}

/** The name of a field as an error repeats it: as long as the contract allows, and Unicode, which JSON's `"\ud800"` is not. */
export const nameInError = (name: string): string => name.slice(0, limits.errorPathName).toWellFormed();

/** A 400 for one field that is missing. */
export function required(path: string[]): ApiError<"missing_parameter"> {
  return new ApiError("missing_parameter", {
    details: [{ path, message: "es obligatorio", reason: "required" }],
  });
}

/** A 422 with one error. */
export function invalid(path: string[], reason: ErrorReason, message: string): ApiError<"validation_error"> {
  const details: ErrorDetail[] = [{ path, message, reason }];
  return new ApiError("validation_error", { details });
}

/** A 401, the same for every reason (RFC 6750, section 3). */
export function unauthorized({ secretWasSent }: { secretWasSent: boolean }): ApiError<"unauthorized"> {
  const challenge = `Bearer realm="api"${secretWasSent ? ', error="invalid_token"' : ""}`;
  return new ApiError("unauthorized", {}, { "WWW-Authenticate": challenge });
}
