import { delivery } from "../../generated/constants.ts";

/**
 * How long to wait after a failed attempt, in milliseconds; undefined when it was the last (D-21).
 * @param attempt counts from 1
 * @param retryAfter what the receiver asked for, in milliseconds
 * @param random from 0 to 1, decides how the delay differs
 */
export function delayAfter(attempt: number, retryAfter = 0, random = Math.random()): number | undefined {
  const planned = delivery.retries[attempt - 1];
  if (planned === undefined) return undefined;
  const jittered = planned * (1 + delivery.jitter * (2 * random - 1));
  return Math.round(Math.max(jittered, Math.min(retryAfter, delivery.longestDelay)));
}
