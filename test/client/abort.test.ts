import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createClient, type ClientOptions } from "../../client/index.ts";
import { startLocalServer } from "./local-server.ts";

/** The address of a server that does what the first part of the path names. */
const baseUrl = await startLocalServer((request, response) => {
  const state = request.url?.split("/")[1];
  if (state === "slow-body")
    response.writeHead(200, { "Content-Length": 100 }).write("{");
  if (state === "failing") response.writeHead(503).end();
  const end = Math.ceil(Date.now() / 1000) + 60;
  const window = {
    "X-RateLimit-Limit": "1",
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": String(end),
  };
  if (state === "full")
    response.writeHead(429, { "Retry-After": "60", ...window }).end();
});
const never = () => new Promise<never>(() => undefined);
const turn = () => new Promise((resolve) => setImmediate(resolve));

// `options` makes the options of a client that calls a function when it has reached the state.
test.each<{
  name: string;
  path: string;
  options: (arrive: () => void) => ClientOptions;
}>([
  {
    name: "waiting for the response",
    path: "silent",
    options: (request) => ({ hooks: { request } }),
  },
  {
    name: "reading the response",
    path: "slow-body",
    options: (request) => ({ hooks: { request } }),
  },
  {
    name: "waiting to try again",
    path: "failing",
    options: (retry) => ({ hooks: { retry }, totalTimeout: 1e9 }),
  },
  {
    name: "waiting for the window, and queueing behind it",
    path: "full",
    options: (retry) => ({ hooks: { retry } }),
  },
  {
    name: "waiting for a hook",
    path: "silent",
    options: (arrive) => ({
      hooks: {
        request: () => {
          arrive();
          return never();
        },
      },
    }),
  },
  {
    name: "in a fetch that ignores its signal",
    path: "deaf",
    options: (arrive) => ({
      fetch: () => {
        arrive();
        return never();
      },
    }),
  },
])("an abort ends calls $name", async ({ path, options }) => {
  const controller = new AbortController();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const client = createClient({
    apiKey: "x",
    baseUrl: `${baseUrl}/${path}`,
    ...options(() => arrive()),
  });
  const ended: unknown[] = [];
  const call = () => {
    client.contacts
      .list({}, { signal: controller.signal })
      .catch((error: unknown) => ended.push(error));
  };
  call();
  await arrived;
  call();
  await turn();
  const reason = new Error("enough");
  controller.abort(reason);
  // Nothing but this turn of the event loop passes.
  await turn();
  expect(ended).toEqual([reason, reason]);
});

test.each([
  { name: "times out", timeout: 50, error: { name: "TimeoutError" } },
  { name: "is aborted", timeout: 60_000, error: new Error("enough") },
])(
  "the connection of a call that $name is closed",
  async ({ timeout, error }) => {
    const controller = new AbortController();
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    const { contacts } = createClient({
      apiKey: "x",
      baseUrl: await startLocalServer(({ socket }) => {
        socket.once("close", close);
        if (error instanceof Error) controller.abort(error);
      }),
      retries: 0,
    });
    const { signal } = controller;
    const call = contacts.list({}, { signal, timeout });
    await expect(call).rejects.toMatchObject(error);
    await closed;
  },
);

test.each([
  { hook: "request", address: `${baseUrl}/failing`, retries: 0 },
  { hook: "response", address: `${baseUrl}/failing`, retries: 0 },
  { hook: "retry", address: `${baseUrl}/failing`, retries: 1 },
  { hook: "failure", address: "http://127.0.0.1:1", retries: 0 },
])(
  "an abort in a $hook hook ends the call",
  async ({ hook, address, retries }) => {
    const controller = new AbortController();
    const { contacts } = createClient({
      apiKey: "x",
      baseUrl: address,
      hooks: { [hook]: () => controller.abort(new Error("enough")) },
      retries,
    });
    const call = contacts.list({}, { signal: controller.signal });
    await expect(call).rejects.toThrow("enough");
  },
);

test("many calls may share a signal: it gets one listener, so Node warns of no leak", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => warnings.push(warning);
  process.on("warning", hear);
  const { signal } = new AbortController();
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: `${baseUrl}/failing`,
    retries: 1,
  });
  await Promise.all(
    Array.from({ length: 20 }, () => contacts.list({}, { signal }).result()),
  );
  await turn();
  process.off("warning", hear);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, "abort").length).toBe(1);
});
