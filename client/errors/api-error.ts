import { errorStatuses } from "../../generated/calls.ts";
import type { components } from "../../generated/types.ts";
import { errorIn, textOf } from "../json.ts";
import { CallError, isCallError, kind, type CallInfo } from "./call-error.ts";

type Schemas = components["schemas"];
type AnyErrorBody = Extract<Schemas[keyof Schemas], { error: { code: string } }>;

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
      message: "The body holds no error of the API.",
      details: [],
    };
    const listed = (values: unknown, separator: string) => [values].flat().map(textOf).join(separator);
    const problems = details.map(
      ({ path, message: problem }) => `; ${listed(path, ".")}: ${textOf(problem)}`,
    );
    if (lacks !== undefined) problems.push(`; the key lacks ${textOf(lacks)} and has ${listed(has, ", ")}`);
    super(call, `failed with ${call.status} ${code}: ${message}${problems.join("")}`);
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
export function isApiError(error: unknown, ...codes: KnownErrorCode[]): boolean {
  if (!isCallError(error) || error[kind] !== "api") return false;
  const { code, status } = error;
  return codes.length === 0 || (isKnownError(code, status) && codes.includes(code));
}

/** Whether the contract has this code with this status. A proxy may send it with another. */
export const isKnownError = (code: string, status: number | undefined): code is KnownErrorCode =>
  (errorStatuses as Record<string, number>)[code] === status;
