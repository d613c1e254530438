import { isRecord } from "../json.ts";
import { CallError, type CallInfo } from "./call-error.ts";

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

/** Why fetch failed: the system's code, or the text where there is none. Both may stand on the error's own cause. */
function reasonOf(thrown: unknown): string {
  const { code, cause } = Object(thrown) as { code?: unknown; cause?: unknown };
  if (typeof code === "string") return code;
  return isRecord(cause) && "message" in cause ? reasonOf(cause) : String(thrown);
}

/** Removes a text from an error and its causes: Bun and Deno write the whole address into them. */
function removeText(thrown: unknown, text: string): void {
  if (!isRecord(thrown)) return;
  for (const name of Object.getOwnPropertyNames(thrown)) {
    const value = thrown[name];
    if (typeof value === "string") Reflect.set(thrown, name, value.replaceAll(text, ""));
  }
  removeText(thrown["cause"], text);
}
