import type { errors } from "../generated/catalogue.ts";
import type { components, ErrorDetails } from "../generated/types.ts";

type Schemas = components["schemas"];
type AnyErrorBody = Extract<Schemas[keyof Schemas], { error: { code: string } }>;

/** Stable code of an error, e.g. `not_found`. */
export type ErrorCode = AnyErrorBody["error"]["code"];

/** The body of the error with this code, or of any error. */
export type ErrorBody<Code extends ErrorCode = ErrorCode> = Extract<AnyErrorBody, { error: { code: Code } }>;

/** The HTTP status of the error with this code, or of any error. */
export type ErrorStatus<Code extends ErrorCode = ErrorCode> = (typeof errors)[Code]["status"];

/** One fault of a request: where it is, and what is wrong there. */
export type ErrorDetail = ErrorDetails[number];

/** Which request an error is about. */
export interface Call {
  method: string;
  url: string;
}

/** Which answer an error is about. */
export interface Answer<Status extends number = number> extends Call {
  status: Status;
  /** `X-Request-Id` of the answer. */
  requestId: string | undefined;
}

/** The API refused the request, as the contract says it may. `isApiError` narrows it to a code. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = "ApiError";
  /** The body as it was sent. Some codes have members of their own, e.g. `error.contact_id`. */
  readonly body: ErrorBody<Code>;
  /** Stable code for program logic. */
  readonly code: Code;
  /** HTTP status. */
  readonly status: ErrorStatus<Code>;
  /** Names the request in the server's log. Quote it when you ask for help. */
  readonly requestId: string | undefined;
  readonly method: string;
  readonly url: string;

  constructor(body: ErrorBody<Code>, { status, requestId, ...call }: Answer<ErrorStatus<Code>>) {
    const { code, message } = body.error;
    const faults = detailsOf(body).map((detail) => `; ${detail.path.join(".")}: ${detail.message}`);
    super(`${describe(call)} was answered with ${status} ${code}: ${message}${faults.join("")}`);
    this.body = body;
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.method = call.method;
    this.url = call.url;
  }

  /** Every fault of the request, with its path. Empty for codes that have no details. */
  get details(): ErrorDetail[] {
    return detailsOf(this.body);
  }
}

/** The answer is not what the contract says: no JSON, cut off, or of another shape. A proxy may have sent it. */
export class UnexpectedAnswerError extends Error {
  override readonly name = "UnexpectedAnswerError";
  /** HTTP status; even a 200 may not be an answer of the API. */
  readonly status: number;
  /** `X-Request-Id` of the answer, if it has one. */
  readonly requestId: string | undefined;
  readonly method: string;
  readonly url: string;

  /** `what` describes the body that came, which may hold anything and is therefore not kept. */
  constructor(what: string, { status, requestId, ...call }: Answer) {
    super(
      `${describe(call)} was answered with ${status} and ${what}, which is not an answer of the contract.`,
    );
    this.status = status;
    this.requestId = requestId;
    this.method = call.method;
    this.url = call.url;
  }
}

/** No whole answer came: the server cannot be reached, or the connection broke. A creation may have happened. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly method: string;
  readonly url: string;

  /** `cause` is what fetch threw. */
  constructor(call: Call, cause: unknown) {
    super(`${describe(call)} got no answer. The cause says why.`, { cause });
    this.method = call.method;
    this.url = call.url;
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

/** Without the query, as `q` may hold an email and messages go to logs. */
const describe = ({ method, url }: Call) => `${method} ${url.split("?")[0]}`;
