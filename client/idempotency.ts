import type { ParameterIdempotencyKey } from "../generated/types.ts";

/** How to send a creation. */
export interface CreateOptions {
  /**
   * Makes it safe to repeat the creation, e.g. after a ConnectionError: for 24 hours the same key and body get the same
   * answer again and nothing is created twice. A UUID does well.
   */
  idempotencyKey?: ParameterIdempotencyKey | undefined;
}

/** The headers that these options stand for. */
export function idempotencyHeader({ idempotencyKey }: CreateOptions): {
  "Idempotency-Key"?: ParameterIdempotencyKey;
} {
  return idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
}
