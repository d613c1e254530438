import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlaces, type Places } from "../../../server/delivery/places.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const job = { workspaceId: "ws_1", webhookId: "wh_1", deliveryId: "whd_1", attempt: 1 };
const slow = { webhookId: "wh_1", count: 0, most: 4 };
const roomOf = (places: Places) => places.room("ws_1");

test("a receiver that takes longer than five seconds gets fewer attempts at once, until it responds faster", () => {
  const places = createPlaces();
  const attempt = (milliseconds: number) => {
    const release = places.take(job);
    vi.advanceTimersByTime(milliseconds);
    const during = [roomOf(places).taken, places.load().slow];
    expect([places.free(), places.load().underWay]).toEqual([399, 1]);
    release();
    return during;
  };
  const others = { webhookId: "wh_1", count: 1 };
  expect(attempt(5000)).toEqual([[{ ...others, most: 20 }], 0]);
  expect(roomOf(places).taken).toEqual([]);
  expect(attempt(5001)).toEqual([[{ ...others, most: 4 }], 1]);
  expect(roomOf(places).taken).toMatchObject([slow]);
  expect(attempt(1)).toEqual([[{ ...others, most: 4 }], 0]);
  expect(roomOf(places).taken).toEqual([]);
  expect([places.free(), places.load().underWay]).toEqual([400, 0]);
});

test("a place that others of its workspace may wait for is told when it is released", () => {
  const places = createPlaces();
  const take = (webhookId: string, count: number) =>
    Array.from({ length: count }, () => places.take({ ...job, webhookId }));
  const releases = take("wh_1", 20);
  expect(roomOf(places)).toMatchObject({ places: 80, taken: [{ count: 20, most: 20 }] });
  expect(releases.map((release) => release())).toEqual([true, ...Array<boolean>(19).fill(false)]);
  const five = ["wh_1", "wh_2", "wh_3", "wh_4", "wh_5"].flatMap((webhook) => take(webhook, 19));
  expect(five[0]?.()).toBe(false);
  take("wh_6", 6);
  expect(roomOf(places).places).toBe(0);
  expect(places.room("ws_2")).toEqual({ places: 100, webhook: 20, taken: [] });
  expect(five[1]?.()).toBe(true);
});
