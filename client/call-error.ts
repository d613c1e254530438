import type { components } from "../generated/types.ts";
import { errorIn, isRecord } from "./json.ts";

type Schemas = components["schemas"];
type DetailIn<Body> = Body extends { error: { details: (infer Detail)[] } }
  ? Detail
  : never;

/** A problem in a request, with its path and its message. */
export type ErrorDetail = DetailIn<Schemas[keyof Schemas]>;

/** The failed call, and its response if one arrived. */
export interface CallInfo {
  method: string;
  url: string;
  idempotencyKey?: string | undefined;
  status?: number | undefined;
  headers?: Headers | undefined;
  body?: unknown;
}

/**
 * Identifies the errors of every copy of this package: a process may load it as ES module and by
 * `require`.
 */
export const brand = Symbol.for("contacts-client.error");

/**
 * The error of a failed call. All errors of this client are CallErrors, except a TypeError for
 * invalid input and the error of an aborted signal.
 */
export abstract class CallError extends Error {
  /** The class of the error. */
  declare readonly name: string;
  /** Stable code for program logic. */
  abstract readonly code: string;
  /** HTTP status; undefined when no response arrived. */
  declare readonly status: number | undefined;
  /**
   * `X-Request-Id` of the response. It identifies the request in the log of the server: send it
   * when you ask for help.
   */
  declare readonly requestId: string | undefined;
  declare readonly method: string;
  /** The address without its query, which may contain personal data. */
  declare readonly url: string;
  /** The idempotency key of the request. With it you can repeat a creation safely. */
  declare readonly idempotencyKey: string | undefined;
  /** Headers of the response. Printing the error does not show them. */
  declare readonly headers: Headers | undefined;
  /** Body of the response: parsed if it is JSON, or text. Printing the error does not show it. */
  declare readonly body: unknown;

  constructor(
    { headers, body, ...call }: CallInfo,
    message: string,
    options?: { cause?: unknown },
  ) {
    const url = call.url.replace(/\?.*/, "");
    super(`${call.method} ${url} ${message}`, options);
    const requestId = headers?.get("X-Request-Id") ?? undefined;
    Object.assign(this, { status: undefined, requestId, ...call, url });
    Object.defineProperties(this, {
      headers: { value: headers },
      body: { value: body },
    });
  }

  /** @internal */
  get [brand](): string {
    return "call";
  }

  /** Every error in the request, with its path. Empty for codes that have no details. */
  get details(): ErrorDetail[] {
    // The contract defines the fields of details.
    return (errorIn(this.body)?.details ?? []) as ErrorDetail[];
  }
}

/** Returns true for an error of a call: of the API, of the connection, or of a time limit. */
export function isCallError(error: unknown): error is CallError {
  return isRecord(error) && brand in error;
}

/**
 * No complete response arrived: the server cannot be reached, or the connection broke. A creation
 * may have happened; `idempotencyKey` repeats it safely.
 */
export class ConnectionError extends CallError {
  override readonly name = "ConnectionError";
  override readonly code = "connection_failed";
  declare readonly status: undefined;

  /** @param cause the error of fetch. The query of the address is removed from it */
  constructor(call: CallInfo, cause: unknown) {
    removeText(cause, call.url.replace(/^[^?]*/, ""));
    super(call, `got no response: ${reasonOf(cause)}.`, { cause });
  }

  /** True when the request certainly did not reach a server. */
  get unsent(): boolean {
    // Node, Bun and Deno: a failed name lookup, a closed port, and no connection in time.
    return /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$|client error \(Connect\)/.test(
      reasonOf(this.cause),
    );
  }
}

/** Returns an error of fetch and its causes. No runtime nests more than two causes. */
function causesOf(thrown: unknown): Record<string, unknown>[] {
  const causeOf = (error: unknown): unknown => Object(error).cause;
  return [thrown, causeOf(thrown), causeOf(causeOf(thrown))].filter(isRecord);
}

/** Returns the reason of a failed fetch: the code of the system, or the text of the last cause. */
function reasonOf(thrown: unknown): string {
  const causes = causesOf(thrown);
  const { code } =
    causes.find((each) => typeof each["code"] === "string") ?? {};
  return String(code ?? causes.at(-1) ?? thrown);
}

/**
 * Removes a text from an error and its causes: Bun and Deno write the complete address into them.
 */
function removeText(thrown: unknown, text: string): void {
  for (const each of causesOf(thrown))
    for (const name of Object.getOwnPropertyNames(each))
      if (typeof each[name] === "string")
        Reflect.set(each, name, each[name].replaceAll(text, ""));
}

/**
 * No attempt got a complete response within `timeout`, or all attempts together took longer than
 * `totalTimeout`. A creation may have happened; `idempotencyKey` repeats it safely.
 */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
  override readonly code = "timeout";
  declare readonly status: undefined;

  constructor(call: CallInfo) {
    super(call, "got no response in time.");
  }
}

/**
 * The function `apiKey` failed, or returned no valid key in time. The request was not sent, or was
 * refused with a 401 before.
 */
export class CredentialError extends CallError {
  override readonly name = "CredentialError";
  override readonly code = "credential_failed";
  declare readonly status: undefined;

  constructor(call: CallInfo, cause: Error) {
    super(call, `got no key: ${cause.message}`, { cause });
  }
}

/**
 * The response has an unexpected form: a redirect, a 304, or a body that is not of the
 * contract. A proxy may have sent it.
 */
export class UnexpectedResponseError extends CallError {
  override readonly name = "UnexpectedResponseError";
  override readonly code = "unexpected_response";
  /** The HTTP status. Even a 200 may come from a proxy. */
  declare readonly status: number;

  /** @param call without a body when the body is too large */
  constructor(call: CallInfo & { status: number }) {
    super(
      call,
      `returned ${call.status} with ${describe(call)}, which no method returns.`,
    );
  }
}

function describe({
  status,
  headers,
  body,
}: CallInfo & { status: number }): string {
  const location = headers?.get("Location");
  // A creation has the address of what it created there.
  if (location && status >= 300)
    return `a redirect to ${location.split("?")[0]} (check the baseUrl)`;
  if (body === undefined) return "a body that is too large";
  return body === ""
    ? "no body"
    : `a body of another form (${headers?.get("Content-Type") ?? "no type"})`;
}
