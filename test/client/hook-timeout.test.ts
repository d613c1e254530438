import { expect, onTestFinished, test, vi } from "vitest";
import { createClient } from "../../client/index.ts";

test("nothing is sent when a hook has taken all of totalTimeout, also when its timer ends early", async () => {
  // The clock goes on as it is, so the timer ends before the clock has reached totalTimeout.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let requests = 0;
  const failures: string[] = [];
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    totalTimeout: 60_000,
    retries: 0,
    fetch: async () => {
      requests++;
      return Response.error();
    },
    hooks: {
      request: () => new Promise(() => undefined),
      failure: ({ code }) => failures.push(code),
    },
  });
  const creation = contacts
    .create({ name: "Ana", email: "ana@example.com" })
    .result();
  await vi.advanceTimersByTimeAsync(60_000);
  const { error } = await creation;
  expect(error).toMatchObject({ code: "timeout" });
  expect(requests).toBe(0);
  expect(failures).toEqual(["timeout"]);
});

test("hooks that all hang keep a call for twice totalTimeout at most", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const hang = () => new Promise(() => undefined);
  const called: string[] = [];
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    totalTimeout: 60_000,
    fetch: async () => new Response("", { status: 503 }),
    hooks: {
      request: ({ attempt }) => {
        called.push(`request ${attempt}`);
        return attempt === 1 ? undefined : hang();
      },
      retry: () => {
        called.push("retry");
        return new Promise((resolve) => setTimeout(resolve, 59_000));
      },
      failure: () => {
        called.push("failure");
        return hang();
      },
    },
  });
  let end = NaN;
  void contacts
    .get("x")
    .result()
    .then(() => (end = performance.now()));

  const start = performance.now();
  await vi.advanceTimersByTimeAsync(300_000);

  expect(called).toEqual(["request 1", "retry", "request 2", "failure"]);
  expect(end - start).toBeGreaterThan(119_000);
  expect(end - start).toBeLessThanOrEqual(120_000);
});
