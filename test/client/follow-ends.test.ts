import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient, type CallError } from "../../client/index.ts";
import { startLocalServer, clientOf, emptyPage } from "./local-server.ts";

test("a failing apiKey function does not end it", async () => {
  const keys = ["key-1", new Error("The vault is sealed."), "key-2"];
  const page = { data: [{ id: "evt_1" }], next_cursor: null, has_more: false };
  let requests = 0;
  const baseUrl = await startLocalServer(({ headers }, response) => {
    const isValid = headers.authorization === "Bearer key-2";
    if (isValid) return response.end(JSON.stringify(page));
    const refusal = { error: { code: "unauthorized", message: "m" } };
    requests++;
    return response.writeHead(401).end(JSON.stringify(refusal));
  });
  const { events } = createClient({
    baseUrl,
    apiKey: async () => {
      const key = keys.shift();
      if (typeof key !== "string") throw key;
      return key;
    },
  });
  const codes: string[] = [];
  const onError = ({ code }: CallError) => codes.push(code);
  const { value } = await events.follow({}, { onError }).next();
  expect(value).toMatchObject({ id: "evt_1" });
  expect(codes).toEqual(["credential_failed"]);
  expect(requests).toBe(1);
});

test.each([
  { status: 408, code: "request_timeout" },
  { status: 429, code: "rate_limited" },
])("a $status does not end it", async ({ status, code }) => {
  const body = JSON.stringify({ error: { code, message: "m" } });
  const { events } = await clientOf((_, response) =>
    response.writeHead(status).end(body),
  );
  const stop = new AbortController();
  const codes: string[] = [];
  const onError = (error: CallError) => {
    codes.push(error.code);
    stop.abort(new Error("enough"));
  };
  const options = { onError, retries: 0, signal: stop.signal };
  const following = events.follow({}, options).next();
  await expect(following).rejects.toThrow("enough");
  expect(codes).toEqual([code]);
});

test.each([
  { name: "as long as Retry-After says", retryAfter: "600", delay: 600_000 },
  {
    name: "no longer than a timer can",
    retryAfter: "9999999999",
    delay: 2 ** 31 - 1,
  },
])("it waits $name", async ({ retryAfter, delay }) => {
  const { events } = await clientOf((_, response) =>
    response.writeHead(503, { "Retry-After": retryAfter }).end(),
  );
  const stop = new AbortController();
  const delays: number[] = [];
  const onError = (_: CallError, next: number) => {
    delays.push(next);
    stop.abort(new Error("enough"));
  };

  const following = events.follow({}, { onError, signal: stop.signal }).next();

  await expect(following).rejects.toThrow("enough");
  expect(delays).toEqual([delay]);
});

describe("while a server", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    vi.spyOn(Math, "random").mockReturnValue(1);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("is away, its delay doubles up to 30 seconds", async () => {
    const { events } = createClient({
      apiKey: "x",
      baseUrl: "http://contacts.test",
      retries: 0,
      fetch: async () => new Response("", { status: 503 }),
    });
    const stop = new AbortController();
    const delays: number[] = [];
    const onError = (_: CallError, delay: number) => {
      if (delays.push(delay) === 7) stop.abort(new Error("enough"));
    };

    const follow = events.follow({}, { onError, signal: stop.signal });
    const ended = expect(follow.next()).rejects.toThrow("enough");
    await vi.advanceTimersByTimeAsync(200_000);

    await ended;
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test("has no new event, it is asked every 5 seconds", async () => {
    let requests = 0;
    const { events } = createClient({
      apiKey: "x",
      baseUrl: "http://contacts.test",
      fetch: async () => {
        requests++;
        return new Response(emptyPage);
      },
    });
    const stop = new AbortController();

    const follow = events.follow({}, { signal: stop.signal });
    const ended = expect(follow.next()).rejects.toThrow("enough");
    await vi.advanceTimersByTimeAsync(60_000);
    stop.abort(new Error("enough"));

    await ended;
    expect(requests).toBe(13);
  });
});

test.each([
  { how: "without an error", reason: undefined },
  { how: "with an error", reason: new Error("enough") },
])("a stream that is destroyed $how ends its requests", async ({ reason }) => {
  let requests = 0;
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const { events } = await clientOf((_, response) => {
    requests++;
    response.end(emptyPage);
    isAsked();
  });
  const follow = events.follow({}, { interval: 1 });
  const stream = Readable.from(follow).resume();
  stream.on("error", () => undefined);
  await asked;
  stream.destroy(reason);
  // The stream has called `return` or `throw`, so the feed has no more events.
  expect(await follow.next()).toEqual({ done: true, value: undefined });
  const before = requests;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(requests).toBe(before);
});
