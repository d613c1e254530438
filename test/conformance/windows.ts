import { limits } from "../../generated/constants.ts";
import { must } from "./finding.ts";

/**
 * Checks of each response that it tells the limit of the contract, and that its request was counted against the key: one
 * less is left, or a new window began.
 */
export function windowWatcher(): (authorization: string, status: number, headers: Headers) => void {
  const windows = new Map<string, { remaining: number; reset: number }>();
  return (authorization, status, headers) => {
    const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`)),
    );
    must("window", limit === limits.requestsPerWindow, () => `the limit is ${limit}`);
    if (status === 401) return; // counted against the address
    if (remaining === undefined || reset === undefined) return;
    const before = windows.get(authorization);
    windows.set(authorization, { remaining, reset });
    const counted = !before || reset > before.reset || remaining === before.remaining - 1;
    must("window", counted, () => `${remaining} left after ${before?.remaining}`);
  };
}
