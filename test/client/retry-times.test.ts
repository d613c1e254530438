import { afterEach, expect, test, vi } from "vitest";
import { createRetryPolicy, retryAfterOf } from "../../client/retry-policy.ts";

// The delay before a retry: the smallest and largest random value, and a delay that a server sets.

afterEach(() => void vi.restoreAllMocks());

const failures = [
  { failure: 1, delay: 500 },
  { failure: 2, delay: 1000 },
  { failure: 5, delay: 8000 },
  { failure: 6, delay: 8000 },
];

test.each(failures)(
  "after failure $failure the client waits $delay ms, less a random part of up to a half",
  ({ failure, delay }) => {
    const delayWith = (random: number) => {
      vi.spyOn(Math, "random").mockReturnValue(random);
      const delayAfter = createRetryPolicy(failure);
      const delays = Array.from({ length: failure }, () =>
        delayAfter({ status: 503 }, true),
      );
      return delays.at(-1);
    };
    expect(delayWith(0)).toBe(delay / 2);
    expect(delayWith(0.5)).toBe(delay * 0.75);
    expect(delayWith(1)).toBe(delay);
  },
);

const hour = 60 * 60 * 1000;
test.each([59_999, 60_000, 60_001, 300_000, hour, 24 * hour])(
  "the client waits for the %i ms that a server requests",
  (milliseconds) => {
    const headers = new Headers({ "Retry-After": String(milliseconds / 1000) });
    expect(retryAfterOf(headers)).toBe(milliseconds);
    for (const status of [429, 503]) {
      const delayAfter = createRetryPolicy(1);
      const delay = delayAfter({ status, retryAfter: milliseconds }, true);
      expect(delay).toBe(milliseconds);
    }
  },
);

test("a short Retry-After does not shorten the delay, which goes on doubling", () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const delayAfter = createRetryPolicy(1);
  const delays = Array.from({ length: 6 }, () =>
    delayAfter({ status: 429, retryAfter: 3000 }),
  );
  expect(delays).toEqual([3000, 3000, 3000, 4000, 8000, 8000]);
});

test("the client waits until an HTTP-date that is hours ahead", () => {
  const headers = new Headers({
    Date: "Sat, 21 Nov 2026 10:00:00 GMT",
    "Retry-After": "Sat, 21 Nov 2026 12:30:00 GMT",
  });
  expect(retryAfterOf(headers)).toBe(2.5 * hour);
});
