import type { ParameterIdempotencyKey } from "../generated/types.ts";
import type { CallOptions } from "./call.ts";

/** How to make a creation that can be repeated without harm. */
export interface CreateOptions extends CallOptions {
  /**
   * Names the creation: for 24 hours the same key and body get the same answer again and nothing is created twice.
   * Give one of your own to repeat the creation yourself, e.g. after a restart. Default: a new UUID, which makes the
   * client's own repetitions safe
   */
  idempotencyKey?: ParameterIdempotencyKey | undefined;
}
