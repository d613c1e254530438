import { expect, test } from "vitest";
import { delivery } from "../../../generated/constants.ts";
import { delayAfter } from "../../../server/webhooks/record.ts";
import { setTimeout } from "node:timers/promises";
import { createSlots } from "../../../server/webhooks/slots.ts";

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

const job = {
  workspaceId: "ws_1",
  webhookId: "wh_1",
  deliveryId: "whd_1",
  claimedUntil: "",
  pool: "quick",
} as const;

test("an attempt moves to the slow pool while it waits, and its receiver stays there until it responds faster", async () => {
  const roomier: string[] = [];
  const slots = createSlots((workspaceId) => void roomier.push(workspaceId));
  const known = () => slots.room("ws_1").receivers;
  const first = slots.take(job);
  expect(known()).toEqual([{ webhookId: "wh_1", pool: "unproven", underWay: 1 }]);
  await first.waitFor(() => setTimeout(1100));
  expect(known()).toEqual([{ webhookId: "wh_1", pool: "slow", underWay: 1 }]);
  expect([slots.free("unproven"), slots.free("slow"), roomier]).toEqual([200, 199, ["ws_1"]]);
  first.release();
  expect(known()).toEqual([{ webhookId: "wh_1", pool: "slow", underWay: 0 }]);
  const second = slots.take(job);
  await second.waitFor(() => setTimeout(1));
  second.release();
  expect(known()).toEqual([{ webhookId: "wh_1", pool: "quick", underWay: 0 }]);
  expect(slots.load()).toMatchObject({ quick: { underWay: 0 }, slow: { underWay: 0 } });
});
