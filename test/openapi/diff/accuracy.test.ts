import { expect, test } from "vitest";
import { cases } from "./cases/all.ts";
import { breaksBetween } from "./measure.ts";

test("the table is large enough to tell something", () => {
  expect(cases.length).toBeGreaterThanOrEqual(900);
  const names = cases.map(({ topic, given }) => `${topic}: ${given}`);
  expect(names).toEqual([...new Set(names)]);
});

test.each(cases.map((one) => [one.topic, one.given, one.kind, one] as const))(
  "%s, %s: %s",
  (...[, , kind, { before, after }]) => {
    const breaks = breaksBetween(before, after).map(({ rule, change }) => `${rule}: ${change}`);
    if (kind === "breaking") expect(breaks).not.toEqual([]);
    else expect(breaks).toEqual([]);
  },
);
