import { LRUCache } from "lru-cache";
import { limits } from "../../generated/constants.ts";

/** The state of a window after a request. */
export interface Window {
  allowed: boolean;
  /** Requests that are left. */
  remaining: number;
  /** Milliseconds until the window ends. */
  resetIn: number;
  /** Takes back the request, where it was counted. Never throws. */
  refund?: () => void;
}

/** The number of requests that a window allows, and its length. */
export interface Limit {
  requests: number;
  seconds: number;
}

/**
 * Fixed windows, counted per subject, e.g. a key or a client address (D-28). Each subject has one
 * limit.
 */
export interface Limiter {
  /** Counts one request. Never throws. */
  consume: (subject: string, limit?: Limit) => Promise<Window>;
  close: () => Promise<void>;
  /** Returns whether Redis is away. A limiter without Redis does not have it. */
  isAway?: () => boolean;
}

/** The limit of a key, a session or an address. */
export const usual: Limit = {
  requests: limits.requestsPerWindow,
  seconds: limits.windowSeconds,
};

/**
 * The number of subjects that can have a window at the same time; beyond that, the least recently
 * used is dropped. `max` would take the memory for all of them at the start.
 */
export const maxSubjects = { maxSize: 100_000, sizeCalculation: () => 1 };

/** Windows of this process. */
export function createMemoryLimiter(): Limiter {
  const windows = new LRUCache<string, { used: number; end: number }>(
    maxSubjects,
  );
  return {
    consume: (subject, { requests, seconds } = usual) => {
      const now = Math.floor(performance.now()); // a sum of fractions is rounded, so that a window could seem longer
      const last = windows.get(subject);
      const window =
        last && last.end > now ? last : { used: 0, end: now + seconds * 1000 };
      window.used++;
      windows.set(subject, window);
      const { used, end } = window;
      return Promise.resolve({
        allowed: used <= requests,
        remaining: Math.max(0, requests - used),
        resetIn: end - now,
        refund: () => void window.used--,
      });
    },
    close: () => Promise.resolve(),
  };
}
