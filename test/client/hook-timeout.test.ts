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
  expect([requests, failures]).toEqual([0, ["timeout"]]);
});
