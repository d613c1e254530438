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

type Begin = (
  at: (options: ClientOptions) => Client,
  there: () => void,
  signal: AbortSignal,
) => Promise<unknown>;

/** A call that tells by a hook that it has come to a state. */
const told =
  (hook: "request" | "retry", options: ClientOptions = {}): Begin =>
  (at, there, signal) =>
    at({ hooks: { [hook]: there }, ...options }).contacts.list({}, { signal });

test.each<[state: string, path: string, begin: Begin]>([
  ["waiting for the response", "silent", told("request")],
  ["reading the response", "slow-body", told("request")],
  ["waiting to try again", "failing", told("retry", { totalTimeout: 1e9 })],
  ["waiting for the window", "full", told("retry")],
  [
    "waiting for a hook",
    "silent",
    (at, there, signal) => {
      const request = () => (there(), new Promise(() => undefined));
      return at({ hooks: { request } }).contacts.list({}, { signal });
    },
  ],
  [
    "queueing behind others",
    "full",
    async (at, there, signal) => {
      const { contacts } = at({ hooks: { retry: () => void setImmediate(there) } });
      const ahead = contacts.list({}, { signal }).catch(() => undefined);
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      return Promise.all([ahead, contacts.list({}, { signal })]);
    },
  ],
  [
    "in a fetch that does not listen",
    "deaf",
    (at, there, signal) => {
      const fetch = () => (there(), new Promise<never>(() => undefined));
      return at({ fetch }).contacts.list({}, { signal });
    },
  ],
])("an abort ends a call %s", async (_, path, begin) => {
  const controller = new AbortController();
  const at = (options: ClientOptions) =>
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
