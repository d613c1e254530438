import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSlots } from "../../../server/webhooks/attempt-slots.ts";

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
