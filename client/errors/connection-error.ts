import { CallError, type CallInfo } from "./call-error.ts";

/**
 * No complete response arrived: the server cannot be reached, or the connection broke. A creation may have happened;
 * `idempotencyKey` repeats it safely.
 */
export class ConnectionError extends CallError {
  override readonly name = "ConnectionError";
  override readonly code = "connection_failed";
  declare readonly status: undefined;

  /** `cause` is what fetch threw. */
  constructor(call: CallInfo, cause: unknown) {
    super(call, `got no response: ${codeOf(cause) ?? String(cause)}.`, { cause });
  }

  /** Whether the request certainly never reached a server. */
  get unsent(): boolean {
    // The codes of Node and Bun for a name that is not found, an address where nothing listens, and no route to it.
    return /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$/.test(
      codeOf(this.cause) ?? "",
    );
  }
}

/** The system's code of what fetch threw, which stands on the error or on its cause. */
function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : codeOf(thrown.cause);
}
