import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlaces } from "../../../server/delivery/places.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

const job = { workspaceId: "ws_1", webhookId: "wh_1", deliveryId: "whd_1", attempt: 1 };
const slow = { webhookId: "wh_1", count: 0, most: 4 };

test("a receiver that takes longer than five seconds gets fewer attempts at once, until it responds faster", () => {
  const places = createPlaces();
  const attempt = (milliseconds: number) => {
    const release = places.take(job);
    vi.advanceTimersByTime(milliseconds);
    const during = [places.room().taken, places.load().slow];
    expect([places.room().places, places.load().underWay]).toEqual([399, 1]);
    release();
    return during;
  };
  const others = { workspaceId: "ws_1", webhookId: "wh_1", count: 1 };
  expect(attempt(5000)).toEqual([[{ ...others, most: 20 }], 0]);
  expect(places.room().taken).toEqual([]);
  expect(attempt(5001)).toEqual([[{ ...others, most: 4 }], 1]);
  expect(places.room().taken).toMatchObject([slow]);
  expect(attempt(1)).toEqual([[{ ...others, most: 4 }], 0]);
  expect(places.room().taken).toEqual([]);
  expect([places.room().places, places.load().underWay]).toEqual([400, 0]);
});
