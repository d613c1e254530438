import { CallError, type CallInfo } from "./call-error.ts";

/** No whole answer came in time, and no retry was left. A creation may have happened. */
export class TimeoutError extends CallError {
  override readonly name = "TimeoutError";
  override readonly code = "timeout";
  declare readonly status: undefined;

  constructor(call: CallInfo, milliseconds: number) {
    super(call, `got no answer within ${milliseconds} ms.`);
  }
}
