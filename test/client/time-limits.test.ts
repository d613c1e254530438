import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { createClient, type ClientOptions } from "../../client/index.ts";

// The times after which a call ends whose requests get no response.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => void vi.useRealTimers());

/** Returns the time after which a call ends, in milliseconds, and the requests that it sent. */
async function endOf(
  options: ClientOptions,
  callOptions: { timeout?: number; totalTimeout?: number } = {},
) {
  let requests = 0;
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    fetch: () => {
      requests++;
      return new Promise(() => undefined);
    },
    ...options,
  });
  const start = performance.now();
  let time = NaN;
  void contacts
    .list({}, callOptions)
    .result()
    .then(() => (time = performance.now() - start));
  await vi.advanceTimersByTimeAsync(300_000);
  return { time, requests };
}

const longest = 2 ** 31 - 1;
test.each([
  { name: "30 s for an attempt", options: {}, call: {}, time: 30_000 },
  {
    name: "that of the client",
    options: { timeout: 999 },
    call: {},
    time: 999,
  },
  {
    name: "that of the call",
    options: { timeout: 999 },
    call: { timeout: 7 },
    time: 7,
  },
  {
    name: "120 s for all of it",
    options: { timeout: longest },
    call: {},
    time: 120_000,
  },
  {
    name: "the client's for all of it",
    options: { totalTimeout: 888 },
    call: {},
    time: 888,
  },
  {
    name: "the call's for all of it",
    options: { totalTimeout: 888 },
    call: { totalTimeout: 6 },
    time: 6,
  },
])("a call waits $name", async ({ options, call, time }) => {
  expect(await endOf({ retries: 0, ...options }, call)).toEqual({
    time,
    requests: 1,
  });
});

test("a call is repeated twice, unless the client says more or less", async () => {
  expect(await endOf({ timeout: 10 })).toMatchObject({ requests: 3 });
  expect(await endOf({ timeout: 10, retries: 1 })).toMatchObject({
    requests: 2,
  });
});
