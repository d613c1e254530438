import type { ErrorDetails } from "../../generated/types.ts";
import { errorIn, isRecord } from "../json.ts";

/** One error in a request: where it is, and what is wrong there. */
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

/** Marks the errors of every copy of this package: a process may have one as an ES module and one by `require`. */
export const kind = Symbol.for("contacts-client.error");

/** A call that did not succeed. Every error of this client is one, except a TypeError for bad input and an abort. */
export abstract class CallError extends Error {
  /** The class of the error. */
  declare readonly name: string;
  /** Stable code for program logic. */
  abstract readonly code: string;
  /** HTTP status; undefined when no response arrived. */
  declare readonly status: number | undefined;
  /** `X-Request-Id` of the response. It names the request in the server's log: quote it when you ask for help. */
  declare readonly requestId: string | undefined;
  declare readonly method: string;
  /** Without the query, which may hold personal data. */
  declare readonly url: string;
  /** The key that the request was sent with. Use it to repeat a creation by hand: nothing is created twice. */
  declare readonly idempotencyKey: string | undefined;
  /** Headers of the response. Printing the error does not show them. */
  declare readonly headers: Headers | undefined;
  /** Body of the response: parsed if it is JSON, or text. Printing the error does not show it. */
  declare readonly body: unknown;

  constructor({ headers, body, ...call }: CallInfo, message: string, options?: { cause?: unknown }) {
    const [url = ""] = call.url.split("?");
    super(`${call.method} ${url} ${message}`, options);
    const requestId = headers?.get("X-Request-Id") ?? undefined;
    Object.assign(this, { status: undefined, requestId, ...call, url });
    Object.defineProperties(this, { headers: { value: headers }, body: { value: body } });
  }

  /** @internal */
  get [kind](): string {
    return "call";
  }

  /** Every error in the request, with its path. Empty for codes that have no details. */
  get details(): ErrorDetail[] {
    return errorIn(this.body)?.details ?? [];
  }
}

/** Whether this is an error of a call: of the API, of the connection, or of time. */
export function isCallError(error: unknown): error is CallError {
  return isRecord(error) && kind in error;
}
