import type { components } from "../generated/types.ts";
import { errorIn, isRecord } from "./json.ts";

type Schemas = components["schemas"];
type DetailIn<Body> = Body extends { error: { details: (infer Detail)[] } }
  ? Detail
  : never;

/** One error in a request: where it is, and what is wrong there. */
export type ErrorDetail = DetailIn<Schemas[keyof Schemas]>;

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
  get [kind](): string {
    return "call";
  }

  /** Every error in the request, with its path. Empty for codes that have no details. */
  get details(): ErrorDetail[] {
    // The contract says what the server sends in them.
    return (errorIn(this.body)?.details ?? []) as ErrorDetail[];
  }
}

/** Whether this is an error of a call: of the API, of the connection, or of time. */
export function isCallError(error: unknown): error is CallError {
  return isRecord(error) && kind in error;
}

/**
 * No complete response arrived: the server cannot be reached, or the connection broke. A creation may have happened;
 * `idempotencyKey` repeats it safely.
 */
export class ConnectionError extends CallError {
  override readonly name = "ConnectionError";
  override readonly code = "connection_failed";
  declare readonly status: undefined;

  /** `cause` is what fetch threw, without the query of the address. */
  constructor(call: CallInfo, cause: unknown) {
    removeText(cause, call.url.replace(/^[^?]*/, ""));
    super(call, `got no response: ${reasonOf(cause)}.`, { cause });
  }

  /** Whether the request certainly never reached a server. */
  get unsent(): boolean {
    // What Node, Bun and Deno say of a name that is not found, an address where nothing listens, and no route to it.
    return /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$|client error \(Connect\)/.test(
      reasonOf(this.cause),
    );
  }
}

/** What fetch threw, and the causes of it: no runtime's fetch has more of them. */
function causesOf(thrown: unknown): Record<string, unknown>[] {
  const causeOf = (error: unknown): unknown => Object(error).cause;
  return [thrown, causeOf(thrown), causeOf(causeOf(thrown))].filter(isRecord);
}

/** Why fetch failed: the system's code, or the text of the last cause where there is none. */
function reasonOf(thrown: unknown): string {
  const causes = causesOf(thrown);
  const { code } =
    causes.find((each) => typeof each["code"] === "string") ?? {};
  return String(code ?? causes.at(-1) ?? thrown);
}

/** Removes a text from an error and its causes: Bun and Deno write the whole address into them. */
function removeText(thrown: unknown, text: string): void {
  for (const each of causesOf(thrown))
    for (const name of Object.getOwnPropertyNames(each))
      if (typeof each[name] === "string")
        Reflect.set(each, name, each[name].replaceAll(text, ""));
}

/**
 * No complete response arrived within `timeout`, and no repetition within `totalTimeout`. A creation may have happened;
 * `idempotencyKey` repeats it safely.
 */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
  override readonly code = "timeout";
  declare readonly status: undefined;

  constructor(call: CallInfo) {
    super(call, "got no response in time.");
  }
}

/** The response is none that a method returns: a redirect, a 304, or a body of another form. A proxy may have sent it. */
export class UnexpectedResponseError extends CallError {
  override readonly name = "UnexpectedResponseError";
  override readonly code = "unexpected_response";
  /** Even a 200 may not be a response of the API. */
  declare readonly status: number;

  /** A call without a body is one whose body is too large to read. */
  constructor(call: CallInfo & { status: number }) {
    super(
      call,
      `returned ${call.status} with ${describe(call)}, which no method returns.`,
    );
  }
}

function describe({ headers, body }: CallInfo): string {
  const location = headers?.get("Location");
  if (location)
    return `a redirect to ${location.split("?")[0]} (check the baseUrl)`;
  if (body === undefined) return "a body that is too large";
  return body === ""
    ? "no body"
    : `a body of another form (${headers?.get("Content-Type") ?? "no type"})`;
}
