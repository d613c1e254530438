import express from "express";
import type { IncomingMessage } from "node:http";
import { errors, limits, values } from "../../generated/constants.ts";
import type { components } from "../../generated/types.ts";

type Schemas = components["schemas"];

/** Every error body that the contract declares. */
type ErrorBody = Extract<Schemas[keyof Schemas], { error: { code: string } }>;

/**
 * Stable code of an error, e.g. `not_found`. Source: the `code` constants of the contract's error
 * schemas.
 */
export type ErrorCode = ErrorBody["error"]["code"];

/** The fields of a sent error besides code and message, e.g. `required_scope`. */
type SentExtras<Code extends ErrorCode> = Omit<
  Extract<ErrorBody["error"], { code: Code }>,
  "code" | "message"
>;

/**
 * The reason of an error in a field, for programs. Source: the values of the contract's
 * `ErrorReason`.
 */
export type ErrorReason = (typeof values.ErrorReason)[number];

/** The languages of messages; the first is the default (D-23). */
export const languages = ["es", "en"] as const;
export type Language = (typeof languages)[number];

/**
 * The language that a request prefers for messages (RFC 9110, section 12.5.4); Spanish if it
 * accepts none of the `languages`.
 */
export function languageOf(request: IncomingMessage): Language {
  const { acceptsLanguages } = express.request;
  const preferred = acceptsLanguages.call(request, ...languages);
  return languages.find((language) => language === preferred) ?? languages[0];
}

/** A message in every language. */
export type Text = Record<Language, string>;

/** One detail of an error, e.g. about a field, with its message in every language. */
export interface ErrorDetail extends Omit<
  Schemas["ErrorDetails"][number],
  "message" | "reason"
> {
  message: Text;
  reason: ErrorReason;
}

/** The same fields before they are sent: the messages of details are in every language. */
type Extras<Code extends ErrorCode> = {
  [Name in keyof SentExtras<Code>]: Name extends "details"
    ? ErrorDetail[]
    : SentExtras<Code>[Name];
};

/** An error as the contract declares it. Throw it anywhere in a request; one place sends it. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";
  readonly code: Code;
  private readonly extras: Extras<Code>;
  readonly headers: Record<string, string>;

  /** `headers` are those that the response has besides the common ones, e.g. `Allow`. */
  constructor(
    code: Code,
    extras: Extras<Code>,
    headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(errors[code].meaning, options);
    this.code = code;
    this.extras = extras;
    this.headers = headers;
  }

  /** The HTTP status that the contract has for the code. */
  get status(): number {
    return errors[this.code].status;
  }

  /** The body to send. */
  body(language: Language): {
    error: { code: Code; message: string } & SentExtras<Code>;
  } {
    const { details }: { details?: ErrorDetail[] } = this.extras;
    const translated = details?.map((detail) => ({
      ...detail,
      message: detail.message[language],
    }));
    // The details are now in one language, which TypeScript cannot see.
    const extras = {
      ...this.extras,
      ...(translated && { details: translated }),
    } as SentExtras<Code>;
    const { message: es, meaning: en } = errors[this.code];
    const text: Text = { es, en };
    return {
      error: { code: this.code, message: text[language], ...extras },
    };
  }
}

/**
 * Returns the row that was looked for.
 * @throws ApiError 404 when there is none
 */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new ApiError("not_found", {});
  return row;
}

/**
 * The name of a field as an error repeats it: cut to the length that the contract allows, and made
 * valid Unicode, which JSON's `"\ud800"` is not.
 */
export const nameInError = (name: string): string =>
  name.slice(0, limits.errorPathName).toWellFormed();

/** A 400 for fields that are missing. */
export function required(fields: string[]): ApiError<"missing_parameter"> {
  const missing = {
    message: { es: "es obligatorio", en: "is required" },
    reason: "required",
  } as const;
  return new ApiError("missing_parameter", {
    details: fields.map((field) => ({ path: [field], ...missing })),
  });
}

/** A 422 with one error. */
export function invalid(
  path: string[],
  reason: ErrorReason,
  message: Text,
): ApiError<"validation_error"> {
  return new ApiError("validation_error", {
    details: [{ path, message, reason }],
  });
}

/** A 401, the same for every reason (RFC 6750, section 3). */
export function unauthorized({
  secretWasSent,
}: {
  secretWasSent: boolean;
}): ApiError<"unauthorized"> {
  const error = secretWasSent ? ', error="invalid_token"' : "";
  const challenge = `Bearer realm="api"${error}`;
  return new ApiError("unauthorized", {}, { "WWW-Authenticate": challenge });
}
