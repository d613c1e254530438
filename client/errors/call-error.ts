import type { ErrorDetails } from "../../generated/types.ts";

/** One fault of a request: where it is, and what is wrong there. */
export type ErrorDetail = ErrorDetails[number];

/** Which call an error is about, and which answer if one came. */
export interface CallInfo {
  method: string;
  url: string;
  status?: number | undefined;
  requestId?: string | undefined;
}

/** A call that did not give what it was made for. Every error of this client but a wrong option or an abort is one. */
export abstract class CallError extends Error {
  override readonly name: string = "CallError";
  /** Stable code for program logic. */
  abstract readonly code: string;
  /** HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** `X-Request-Id` of the answer. It names the request in the server's log: quote it when you ask for help. */
  readonly requestId: string | undefined;
  readonly method: string;
  readonly url: string;

  constructor({ method, url, status, requestId }: CallInfo, message: string, options?: ErrorOptions) {
    // Without the query, as `q` may hold an email and messages go to logs.
    super(`${method} ${url.split("?")[0]} ${message}`, options);
    this.status = status;
    this.requestId = requestId;
    this.method = method;
    this.url = url;
  }

  /** Every fault of the request, with its path. Empty for codes that have no details. */
  get details(): ErrorDetail[] {
    return [];
  }
}

/** Whether this is an error of a call: of the API, of the way there, or of time. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof CallError;
}
