import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { createClient, type Client, type ClientOptions } from "../../client/index.ts";
import { startLocalServer } from "./local-server.ts";

/** Path of the base address → what the server does there. */
const baseUrl = await startLocalServer((request, response) => {
  const state = request.url?.split("/")[1];
  if (state === "slow-body") response.writeHead(200, { "Content-Length": 100 }).write("{");
  if (state === "failing") response.writeHead(503).end();
  if (state === "full") response.writeHead(429, { "Retry-After": "60" }).end();
});

/** What tells that a call has come to a state, and the call. */
type State = [
  name: string,
  path: string,
  begin: (
    at: (options: Partial<ClientOptions>) => Client,
    there: () => void,
    signal: AbortSignal,
  ) => Promise<unknown>,
];

const states: State[] = [
  [
    "waiting for the response",
    "silent",
    (at, there, signal) => at({ hooks: { request: there } }).contacts.list({}, { signal }),
  ],
  [
    "reading the response",
    "slow-body",
    (at, there, signal) => at({ hooks: { request: there } }).contacts.list({}, { signal }),
  ],
  [
    "waiting for a hook",
    "silent",
    (at, there, signal) => {
      const request = () => (there(), new Promise(() => undefined));
      return at({ hooks: { request } }).contacts.list({}, { signal });
    },
  ],
  [
    "waiting to try again",
    "failing",
    (at, there, signal) => at({ hooks: { retry: there }, totalTimeout: 1e9 }).contacts.list({}, { signal }),
  ],
  [
    "waiting for the window",
    "full",
    (at, there, signal) => at({ hooks: { retry: there } }).contacts.list({}, { signal }),
  ],
  [
    "queueing behind others",
    "full",
    async (at, there, signal) => {
      let retried = false;
      const { contacts } = at({ hooks: { retry: () => (retried = true) && queue() } });
      const ahead = contacts.list({}, { signal }).catch(() => undefined);
      const queue = () => setImmediate(there);
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      expect(retried).toBe(true);
      return Promise.all([ahead, contacts.list({}, { signal })]);
    },
  ],
  [
    "in a fetch that does not listen",
    "deaf",
    (at, there, signal) =>
      at({
        fetch: () => {
          there();
          return new Promise(() => undefined);
        },
      }).contacts.list({}, { signal }),
  ],
];

test.each(states)("an abort ends a call %s", async (_, path, begin) => {
  const controller = new AbortController();
  const at = (options: Partial<ClientOptions>) =>
    createClient({ apiKey: "contacts_live_x", baseUrl: `${baseUrl}/${path}`, ...options });
  let call: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => {
    call = begin(at, resolve, controller.signal);
  });
  const reason = new Error("enough");
  let ended: unknown;
  call.catch((error: unknown) => (ended = error));
  controller.abort(reason);
  // Nothing but this turn of the event loop passes.
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toBe(reason);
});

test("many calls may share a signal: it gets one listener, so Node warns of no leak", async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => warnings.push(warning);
  process.on("warning", hear);
  const { signal } = new AbortController();
  const { contacts } = createClient({ apiKey: "x", baseUrl: `${baseUrl}/failing`, retries: 1 });
  await Promise.all(Array.from({ length: 20 }, () => contacts.list({}, { signal }).result()));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", hear);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, "abort").length).toBe(1);
});
