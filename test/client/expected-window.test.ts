import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { emptyPage } from "./local-server.ts";

test("a call that waits for a window without a response looks again each second", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "performance", "Date"],
    now: 1_000_000_000,
  });
  onTestFinished(() => void vi.useRealTimers());
  const start = Date.now();
  const arrivals: number[] = [];
  const resets = [1, 3, 60];
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    fetch: async () => {
      arrivals.push(Date.now() - start);
      const headers = {
        "X-RateLimit-Limit": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": String(start / 1000 + (resets.shift() ?? 60)),
      };
      await new Promise((resolve) => setTimeout(resolve, 500));
      return new Response(emptyPage, { headers });
    },
  });
  // The first one uses the window up, the second begins the next one, and the third finds it full.
  const first = contacts.list();
  await vi.advanceTimersByTimeAsync(500);
  await first;
  void contacts.list();
  void contacts.list();

  await vi.advanceTimersByTimeAsync(30_000);

  expect(arrivals).toEqual([0, 1000, 3000]);
});
