import type { ErrorDetails } from "../../generated/types.ts";
import { errorIn } from "../json.ts";

/** One fault of a request: where it is, and what is wrong there. */
export type ErrorDetail = ErrorDetails[number];

/** Which call an error is about, and what the server responded if it did. */
export interface CallInfo {
  method: string;
  url: string;
  idempotencyKey?: string | undefined;
  status?: number | undefined;
  headers?: Headers | undefined;
  body?: unknown;
}

/** A call that did not succeed. Every error of this client is one, except a TypeError for bad input and an abort. */
export abstract class CallError extends Error {
  override readonly name: string = "CallError";
  /** Stable code for program logic. */
  abstract readonly code: string;
  /** HTTP status; undefined when no response arrived. */
  readonly status: number | undefined;
  /** `X-Request-Id` of the response. It names the request in the server's log: quote it when you ask for help. */
  readonly requestId: string | undefined;
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** The key that the request was sent with. Use it to repeat a creation by hand: nothing is created twice. */
  readonly idempotencyKey: string | undefined;
  /** Headers of the response. Printing the error does not show them. */
  declare readonly headers: Headers | undefined;
  /** Body of the response: parsed if it is JSON, or text. Printing the error does not show it. */
  declare readonly body: unknown;

  constructor(
    { method, url, idempotencyKey, status, headers, body }: CallInfo,
    message: string,
    options?: ErrorOptions,
  ) {
    const path = url.split("?")[0] ?? "";
    super(`${method} ${path} ${message}`, options);
    this.status = status;
    this.requestId = headers?.get("X-Request-Id") ?? undefined;
    this.method = method;
    this.url = path;
    this.idempotencyKey = idempotencyKey;
    Object.defineProperties(this, { headers: { value: headers }, body: { value: body } });
  }

  /** Every fault of the request, with its path. Empty for codes that have no details. */
  get details(): ErrorDetail[] {
    return errorIn(this.body)?.details ?? [];
  }
}

/** Whether this is an error of a call: of the API, of the connection, or of time. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof CallError;
}
