import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";
import { emptyPage } from "./local-server.ts";

test.each([
  { name: "has ended", reset: 1 },
  { name: "ends before the present one", reset: 6 },
])(
  "a late response about a window that $name changes nothing",
  async ({ reset }) => {
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "performance", "Date"],
      now: 1_000_000_000,
    });
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.now();
    const arrivals: number[] = [];
    const responses = [
      { after: 3000, remaining: 5, reset },
      { after: 0, remaining: 0, reset: 10 },
      { after: 0, remaining: 5, reset: 20 },
    ];
    const { contacts } = createClient({
      apiKey: "x",
      baseUrl: "http://contacts.test",
      fetch: async () => {
        arrivals.push(Date.now() - start);
        const [response = expect.unreachable()] = responses.splice(0, 1);
        await new Promise((resolve) => setTimeout(resolve, response.after));
        const headers = {
          "X-RateLimit-Limit": "10",
          "X-RateLimit-Remaining": String(response.remaining),
          "X-RateLimit-Reset": String(start / 1000 + response.reset),
        };
        return new Response(emptyPage, { headers });
      },
    });
    void contacts.list();
    await vi.advanceTimersByTimeAsync(2000);
    void contacts.list();
    await vi.advanceTimersByTimeAsync(2000);
    void contacts.list();
    await vi.advanceTimersByTimeAsync(30_000);

    expect(arrivals).toEqual([0, 2000, 10_000]);
  },
);
