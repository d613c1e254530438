import { CallError, type CallInfo } from "./call-error.ts";

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
