import { expect, test } from "vitest";
import { delivery } from "../../../generated/constants.ts";
import { delayAfter } from "../../../server/webhooks/record.ts";

test("the jitter makes each delay of the contract shorter or longer by at most its part", () => {
  for (const [i, planned] of delivery.retries.entries()) {
    const of = (random: number) => delayAfter(i + 1, 0, random);
    const most = planned * delivery.jitter;
    expect([of(0), of(0.5), of(1)]).toEqual([planned - most, planned, planned + most].map(Math.round));
  }
});

test("failures at one moment are not retried at one moment", () => {
  const delays = new Set(Array.from({ length: 100 }, () => delayAfter(2)));
  expect(delays.size).toBeGreaterThan(90);
});

test("after the last retry there is none", () => {
  expect(delayAfter(delivery.retries.length)).toBeTypeOf("number");
  expect(delayAfter(delivery.retries.length + 1)).toBeUndefined();
});
