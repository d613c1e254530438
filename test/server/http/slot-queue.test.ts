import express from "express";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Caller } from "../../../server/auth/caller.ts";
import { takeSlot } from "../../../server/http/concurrency-slots.ts";
import { connectTo, listenLocally } from "../../support/raw.ts";

// The queue of the requests that wait for a slot.

const sent: Promise<unknown>[] = [];
afterEach(async () => void (await Promise.all(sent.splice(0))));

/** Sends a request so many times at once. The test ends when they have. */
function times<T>(
  count: number,
  send: (n: number) => Promise<T>,
): Promise<T>[] {
  const all = Array.from({ length: count }, (_, n) => send(n));
  sent.push(...all);
  return all;
}

const keyOfTeam: Caller = {
  scheme: "apiKey",
  id: "key_1",
  hash: "",
  workspaceId: "ws_1",
  isSuspended: false,
  isShared: false,
  scopes: [],
  owner: {
    id: "key_1",
    hash: "",
    workspaceId: "ws_1",
    isSuspended: false,
    lifetime: null,
    scopes: [],
  },
};

const website: Caller = {
  scheme: "messengerPublicToken",
  id: "mt_1",
  hash: "",
  workspaceId: "ws_1",
  isSuspended: false,
  isShared: true,
  scopes: [],
  owner: {
    id: "mt_1",
    hash: "",
    workspaceId: "ws_1",
    isSuspended: false,
    origins: [],
    signingSecrets: [],
  },
};

/**
 * Serves the step that gives slots to a stranger, or another caller, who has four of them and 200
 * places in the queue. A request of /left comes to it when its client has left, one of /team is the
 * team's.
 */
async function serveStranger(caller?: Caller) {
  const counts = { arrived: 0, left: 0 };
  const events = new EventEmitter<{ arrived: []; held: [] }>();
  /** Ends a request that has its slot. */
  const held: (() => void)[] = [];
  /** The paths of the requests that got a slot, in their order. */
  const turns: string[] = [];
  const app = express();
  app.set("trust proxy", 1);
  app.use((request, response, next) => {
    counts.arrived++;
    // Like the steps before it: a socket knows its address later only when it was read.
    void request.ip;
    response.locals.query = {};
    response.locals.caller = request.url === "/team" ? keyOfTeam : caller;
    response.once("close", () => counts.left++);
    if (request.url === "/left") response.once("close", () => next());
    else next();
    events.emit("arrived");
  });
  app.use(takeSlot());
  app.use((request, response) => {
    turns.push(request.url);
    held.push(() => response.end());
    events.emit("held");
  });
  const address = `http://${await listenLocally(createServer(app))}`;
  const statusOf = async (signal?: AbortSignal) =>
    (await fetch(address, signal ? { signal } : {})).status;
  return { address, counts, events, held, turns, statusOf };
}

test("a request whose client has left keeps no place in the queue", async () => {
  const { counts, held, statusOf } = await serveStranger();
  const first = times(4, () => statusOf());
  await expect.poll(() => held.length).toBe(4);
  const leaving = new AbortController();
  const waiting = Array.from({ length: 200 }, () => statusOf(leaving.signal));
  await expect.poll(() => counts.arrived).toBe(204);

  leaving.abort();
  await Promise.allSettled(waiting);
  await expect.poll(() => counts.left).toBe(200);
  const [late] = times(1, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(205);
  for (const end of held) end();

  expect(await Promise.all(first)).toEqual([200, 200, 200, 200]);
  await expect.poll(() => held.length).toBe(5);
  held.at(-1)?.();
  expect(await late).toBe(200);
});

test("a request whose client has left before it can wait keeps no place in the queue", async () => {
  const { address, counts, held, statusOf } = await serveStranger();
  const first = times(4, () => statusOf());
  await expect.poll(() => held.length).toBe(4);
  const leaving = new AbortController();
  const { signal } = leaving;
  const gone = times(200, () =>
    fetch(`${address}/left`, { signal }).catch(Error),
  );
  await expect.poll(() => counts.arrived).toBe(204);

  leaving.abort();
  await Promise.all(gone);
  await expect.poll(() => counts.left).toBe(200);
  const [late] = times(1, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(205);
  for (const end of held) end();

  await expect.poll(() => held.length).toBe(5);
  held.at(-1)?.();
  expect(await Promise.all([...first, late])).toEqual(Array(5).fill(200));
});

test("requests whose clients have left before their turn take no slot", async () => {
  // Given more of them than a stranger has slots.
  const { address, counts, events, held, statusOf } = await serveStranger();
  events.on("held", () => held.at(-1)?.());
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = times(5, () =>
    fetch(`${address}/left`, { signal }).catch(Error),
  );
  await expect.poll(() => counts.arrived).toBe(5);
  leaving.abort();
  await Promise.all(left);
  await expect.poll(() => counts.left).toBe(5);

  expect(await statusOf()).toBe(200);
  expect(held).toHaveLength(1);
});

test("a request that finds no place in the queue gets a 429 at once, and may retry after a second", async () => {
  // Given a stranger with four slots and 200 places, who uses all of them.
  const { address, counts, events, held, statusOf } = await serveStranger();
  const all = times(204, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(204);

  const { status, headers } = await fetch(address);

  events.on("held", () => held.at(-1)?.()); // the others get their slots in turn
  for (const end of held) end();
  expect(await Promise.all(all)).toEqual(Array(204).fill(200));
  expect(status).toBe(429);
  expect(headers.get("retry-after")).toBe("1");
});

test.each([
  { name: "the team of a workspace", caller: keyOfTeam, slots: 6 },
  { name: "the visitors of a workspace", caller: undefined, slots: 4 },
])(
  "$name have a thousand places in the queue, and not one more",
  async ({ caller, slots }) => {
    const { address, counts } = await serveStranger(caller);
    const refused: number[] = [];
    // Bare connections, as a thousand calls of fetch take seconds.
    const sockets = await Promise.all(
      Array.from({ length: slots + 1000 }, () => connectTo(address)),
    );
    const send = (socket: Socket, n: number) => {
      socket.on("data", () => refused.push(n));
      // So many visitors that each has places left.
      const from = `192.0.2.${n % 100}`;
      socket.write(
        `GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n\r\n`,
      );
    };

    sockets.forEach(send);
    await expect.poll(() => counts.arrived).toBe(slots + 1000);
    send(await connectTo(address), slots + 1000);

    await expect.poll(() => refused).toEqual([slots + 1000]);
  },
);

test("visitors with the public token of one website have a queue for each address", async () => {
  const { address, counts, events, held, statusOf } =
    await serveStranger(website);
  const busy = times(204, () => statusOf());
  await expect.poll(() => counts.arrived).toBe(204);

  const headers = { "X-Forwarded-For": "192.0.2.1" };
  const [other] = times(1, () => fetch(address, { headers }));
  await expect.poll(() => counts.arrived).toBe(205);
  events.on("held", () => held.at(-1)?.()); // the others get their slots in turn
  for (const end of held) end();

  expect((await other)?.status).toBe(200);
  expect(await Promise.all(busy)).toEqual(Array(204).fill(200));
});

test("a request waits for its slot for 3.5 seconds, and then gets a 503", async () => {
  const { address, events, held, statusOf } = await serveStranger();
  const first = times(4, () => statusOf());
  await expect.poll(() => held.length).toBe(4);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());

  const [patient] = times(1, () => statusOf());
  await once(events, "arrived");
  vi.advanceTimersByTime(3499);
  held.shift()?.(); // it still waits, and gets this slot
  await once(events, "held");
  const [late] = times(1, () => fetch(address));
  await once(events, "arrived");
  vi.advanceTimersByTime(3500);
  events.on("held", () => held.at(-1)?.()); // none is left to hold a slot
  for (const end of held) end();

  const { status, headers } = (await late) ?? expect.unreachable();
  expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await Promise.all([...first, patient])).toEqual(Array(5).fill(200));
});

test("while the team waits too, visitors get a fifth of the workspace's time in slots", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { address, counts, events, held, turns } = await serveStranger(website);
  const paths = Array.from({ length: 140 }, (_, n) => (n < 40 ? "/" : "/team"));
  const all = times(140, async (n) => (await fetch(address + paths[n])).status);
  while (counts.arrived < 140) await once(events, "arrived");

  for (let turn = 0; turn < 100; turn++) {
    vi.advanceTimersByTime(4);
    const next = once(events, "held");
    held.shift()?.();
    await next;
  }
  const ofVisitors = turns.slice(6).filter((path) => path === "/").length;
  events.on("held", () => held.at(-1)?.()); // the others get their slots in turn
  for (const end of held) end();

  expect(ofVisitors).toBeGreaterThan(17);
  expect(ofVisitors).toBeLessThan(23);
  expect(await Promise.all(all)).toEqual(Array(140).fill(200));
});
