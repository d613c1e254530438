/**
 * The number of slots that a subject has held lately: an exponential moving average at a time of
 * `performance.now()`, as the Unix scheduler shares a processor (decay-usage scheduling).
 */
export interface Load {
  slots: number;
  at: number;
}

export const noLoad: Load = { slots: 0, at: 0 };

/** The time in which the load of a subject without slots halves, in milliseconds. */
const halfLife = 100;
/**
 * A lower load counts as 0, so newcomers go before a waiting subject for one second at most.
 */
const lowest = 0.001;

/** Returns the load now of a subject that has held a number of slots since its earlier load. */
export function loadAfter(earlier: Load, held: number, now: number): Load {
  const kept = 0.5 ** ((now - earlier.at) / halfLife);
  return { slots: earlier.slots * kept + held * (1 - kept), at: now };
}

/** Returns a load by the weight of its subject: the lowest is served first. */
export function weighted({ slots }: Load, weight: number): number {
  return slots < lowest ? 0 : slots / weight;
}
