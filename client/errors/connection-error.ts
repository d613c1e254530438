import { CallError, type CallInfo } from "./call-error.ts";

/** No whole answer came: the server cannot be reached, or the connection broke. A creation may have happened. */
export class ConnectionError extends CallError {
  override readonly name = "ConnectionError";
  override readonly code = "connection_failed";
  declare readonly status: undefined;

  /** `cause` is what fetch threw. */
  constructor(call: CallInfo, cause: unknown) {
    super(call, "got no answer.", { cause });
  }
}
