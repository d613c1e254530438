import { afterEach, describe, expect, test, vi } from "vitest";
import { delayAfter } from "../../../server/webhooks/record.ts";
import { contract } from "../../support/at.ts";

// When a failed delivery is attempted again (D-21), at both ends of chance.

const {
  retriesSeconds,
  jitterPercent,
  longestDelaySeconds,
}: {
  retriesSeconds: number[];
  jitterPercent: number;
  longestDelaySeconds: number;
} = contract["x-delivery"];

/** Makes chance return this number. */
const withChance = (random: number) =>
  vi.spyOn(Math, "random").mockReturnValue(random);
afterEach(() => void vi.restoreAllMocks());

const attempts = retriesSeconds.map((seconds, i) => ({
  attempt: i + 1,
  planned: seconds * 1000,
}));

describe.each(attempts)("after attempt $attempt", ({ attempt, planned }) => {
  const spread = (planned * jitterPercent) / 100;

  test.each([
    {
      chance: "shortens it as far as it may",
      random: 0,
      delay: planned - spread,
    },
    { chance: "leaves it", random: 0.5, delay: planned },
    {
      chance: "lengthens it as far as it may",
      random: 1,
      delay: planned + spread,
    },
  ])("chance $chance", ({ random, delay }) => {
    withChance(random);
    expect(delayAfter(attempt)).toBe(Math.round(delay));
  });

  const longest = longestDelaySeconds * 1000;
  test.each([
    { asked: longest - 1, waits: longest - 1 },
    { asked: longest, waits: longest },
    { asked: longest + 1, waits: longest },
    { asked: longest * 10, waits: longest },
    { asked: 1, waits: planned - spread },
  ])(
    "a receiver that asks for $asked ms gets $waits ms",
    ({ asked, waits }) => {
      withChance(0);
      const delay = delayAfter(attempt, asked);
      expect(delay).toBe(Math.max(Math.round(planned - spread), waits));
    },
  );
});

test("after the last attempt there is no other, whatever the receiver asks for", () => {
  const last = retriesSeconds.length + 1;
  expect(delayAfter(last - 1)).toBeGreaterThan(0);
  expect(delayAfter(last)).toBeUndefined();
  expect(delayAfter(last, 1000)).toBeUndefined();
});
