import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
  TestRunner,
} from "vitest";
import { delivery, limits } from "../../generated/constants.ts";
import type { Delivery } from "../../generated/types.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { settled, startDelivery, startReceiver } from "../support/delivery.ts";
import { listenLocally } from "../support/raw.ts";
import type { Caller } from "../support/call.ts";
import { startServer } from "../support/server.ts";
import { scaled } from "./service.ts";

const server = await startServer({ localWebhooks: true });
beforeAll(() => startDelivery(server));

/** A key for each workspace. Each workspace has the maximum of webhooks. */
const keys: string[] = [];
const keyOf = async (workspace: number): Promise<string> =>
  (keys[workspace] ??= await server.key(["*"], `workspace ${workspace}`));

/** The open sockets of all receivers. */
const open = new Set<Socket>();

/**
 * Starts a receiver until the test, or the tests of the file, have ended, and tracks its sockets.
 * Returns its address.
 */
async function listen(receiver: Server): Promise<string> {
  receiver.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
  });
  const atEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  return `http://${await listenLocally(receiver, atEnd)}/`;
}

/** Starts a receiver that calls `act` when the first bytes of a request arrive. */
const onRequest = (act: (socket: Socket) => unknown) =>
  listen(createServer((socket) => void socket.once("data", () => act(socket))));

/** Starts a receiver that writes a text, and leaves the connection open. */
const says = (text: string | Buffer) =>
  onRequest((socket) => socket.write(text));
/** Starts a receiver that responds with this status line and body, and closes. */
const responses = (head: string, body: string | Buffer = "") =>
  onRequest((socket) => {
    socket.write(
      `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
    );
    socket.end(body);
  });

/** Writes a text at an interval until the connection closes. */
function repeat(socket: Socket, text: string, milliseconds: number): void {
  const timer = setInterval(() => socket.write(text), milliseconds);
  socket.on("close", () => clearInterval(timer));
}

const broken = { response_status: null, error: "connection_error" };
const noContent = "HTTP/1.1 204 No Content\r\n\r\n";
const hints = (count: number) =>
  "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(count);
/** A response with a header of so many bytes. */
const headerOf = (length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Much: ${"x".repeat(length)}\r\n\r\n`;
const late = { response_status: null, error: "timeout", response_excerpt: "" };
const bytes = Buffer.from([
  0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x32, 0x4a, 0xed, 0xa0, 0x80, 0xc3,
]);

describe("whatever a receiver does, its attempt ends in time, is recorded and can be read", async () => {
  const elsewhere = await startReceiver();
  const receivers: { name: string; url: string; outcome: object }[] = [
    { name: "is not there", url: "http://127.0.0.1:9/", outcome: broken },
    {
      name: "has a name that nobody knows",
      url: "http://receiver.invalid/",
      outcome: { ...broken, error: "dns_error" },
    },
    {
      name: "switches protocols",
      url: await says(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      ),
      outcome: { response_status: 101, error: null, response_excerpt: "" },
    },
    {
      name: "has the status 099",
      url: await responses("099 What", "no"),
      outcome: { ...broken, response_excerpt: "no" },
    },
    {
      name: "has the status 600",
      url: await responses("600 What", "no"),
      outcome: { ...broken, response_excerpt: "no" },
    },
    {
      name: "sends twenty 103 before its response",
      url: await says(hints(20) + noContent),
      outcome: { response_status: 204, error: null, response_excerpt: "" },
    },
    {
      name: "sends one 103 more",
      url: await says(hints(21) + noContent),
      outcome: broken,
    },
    {
      name: "goes on with 102 and never comes to a response",
      url: await onRequest((socket) =>
        repeat(socket, "HTTP/1.1 102 Processing\r\n\r\n", 1000),
      ),
      outcome: late,
    },
    {
      name: "sends almost 16 KiB of headers",
      url: await says(headerOf(16_300)),
      outcome: { response_status: 200, error: null, response_excerpt: "" },
    },
    {
      name: "sends more than 16 KiB of headers",
      url: await says(headerOf(16_400)),
      outcome: broken,
    },
    {
      name: "closes before it responds",
      url: await onRequest((socket) => socket.end()),
      outcome: broken,
    },
    {
      name: "closes in the middle of its body",
      url: await onRequest((socket) =>
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
      ),
      outcome: {
        response_status: 200,
        error: null,
        response_excerpt: "half",
      },
    },
    {
      name: "goes on without an end",
      url: await says("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(4000)),
      outcome: {
        response_status: 200,
        response_excerpt: "x".repeat(limits.responseExcerpt),
      },
    },
    {
      name: "sends its headers in drops",
      url: await onRequest((socket) => {
        socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
        repeat(socket, "x", 1000);
      }),
      outcome: late,
    },
    {
      name: "sends ten megabytes",
      url: await onRequest((socket) =>
        socket.end(`HTTP/1.1 500 No\r\n\r\n${"🦊".repeat(2_500_000)}`),
      ),
      outcome: {
        response_status: 500,
        error: null,
        response_excerpt: "🦊".repeat(limits.responseExcerpt),
      },
    },
    {
      name: "responds late, and sends its body in drops",
      url: await onRequest(async (socket) => {
        await setTimeout(4000);
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        repeat(socket, ".", 1000);
      }),
      outcome: {
        response_status: 200,
        error: null,
        response_excerpt: expect.stringMatching(/^\.{5,20}$/),
      },
    },
    {
      name: "sends what is no text",
      url: await responses("500 No", bytes),
      outcome: {
        response_status: 500,
        response_excerpt: "\uFFFD\uFFFD\uFFFD\u001b[2J\uFFFD\uFFFD\uFFFD",
      },
    },
    {
      name: "asks for an absurd pause",
      url: await responses(`429 No\r\nRetry-After: ${"9".repeat(400)}`),
      outcome: { response_status: 429 },
    },
    {
      name: "redirects",
      url: await responses(`308 There\r\nLocation: ${elsewhere.address}`),
      outcome: { response_status: 308 },
    },
    {
      name: "says nothing",
      url: await listen(createServer((socket) => void socket.resume())),
      outcome: late,
    },
  ];
  /** Reads the deliveries of a receiver, by its name. */
  const deliveriesOf = new Map<string, () => Promise<Delivery[]>>();

  beforeAll(async () => {
    for (const [i, { name, url }] of receivers.entries()) {
      const key = await keyOf(Math.floor(i / limits.webhooks));
      const { body } = await server.call("/v1/webhooks", {
        key,
        json: { url, events: ["contact.created"] },
      });
      const path = `/v1/webhooks/${body.data.id}/deliveries` as const;
      deliveriesOf.set(
        name,
        async () => (await server.call(path, { key })).body.data,
      );
    }
    for (const key of keys)
      await server.call("/v1/contacts", {
        key,
        json: { name: "Ana", email: "ana@example.com" },
      });
    await settled(server);
  }, 300_000);

  test.each(receivers)("a receiver that $name", async ({ name, outcome }) => {
    const deliveries = (await deliveriesOf.get(name)?.()) ?? [];
    expect(deliveries).toHaveLength(1);
    const [{ status, attempts, next_attempt_at } = expect.unreachable()] =
      deliveries;
    const [attempt] = attempts;
    expect(attempt).toMatchObject(outcome);
    expect(attempt?.duration_ms).toBeLessThan(delivery.timeout + 2000);
    // A timer may be some milliseconds early.
    if (attempt?.error === "timeout")
      expect(attempt.duration_ms).toBeGreaterThan(delivery.timeout - 10);

    const responseStatus = attempt?.response_status ?? 0;
    const isSuccess = responseStatus >= 200 && responseStatus <= 299;
    expect(status).toBe(isSuccess ? "succeeded" : "pending");

    const pause =
      next_attempt_at === null ? 0 : Date.parse(next_attempt_at) - Date.now();
    expect(pause).toBeLessThanOrEqual(
      delivery.longestDelay * (1 + delivery.jitter),
    );
  });

  test("no delivery follows a redirect", () => {
    expect(elsewhere.received).toEqual([]);
  });

  test("no connection stays open", async () => {
    await expect.poll(() => open.size).toBe(0);
  });
});

test("a receiver that responds before it has read the event keeps no connection", async () => {
  const sender = createSender(true);
  onTestFinished(sender.close);
  const reading: Socket[] = [];
  const url = await onRequest((socket) => {
    reading.push(socket.pause());
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  const event = "x".repeat(20_000_000); // more than the system buffers
  const outcome = await sender.send(url, {}, event);
  expect(outcome).toMatchObject({
    response_status: 200,
    error: null,
    response_excerpt: "ok",
  });
  reading[0]?.resume();
  await expect.poll(() => open.size).toBe(0);
});

test(
  "connections that are kept for later end soon when nothing is sent",
  { timeout: 30_000 },
  async () => {
    const sender = createSender(true);
    onTestFinished(sender.close);
    const kept = await listen(
      createServer((socket) =>
        socket.on("data", () => socket.write("HTTP/1.1 204 No\r\n\r\n")),
      ),
    );
    const send = () => sender.send(kept, {}, "{}");
    const outcomes = await Promise.all(Array.from({ length: 20 }, send));
    expect(outcomes.map(({ response_status }) => response_status)).toEqual(
      Array(20).fill(204),
    );
    await expect.poll(() => open.size).toBeLessThanOrEqual(4);
    // Each is kept for 4 seconds; the rest of the time is for a busy machine.
    await expect.poll(() => open.size, { timeout: 10_000 }).toBe(0);
  },
);

let count = 0;
const contact = () => ({ name: "Ana", email: `ana${++count}@example.com` });

test(
  "a delivery does not wait for all those that are due in another workspace",
  { timeout: 300_000 },
  async () => {
    const backlog = scaled(100_000);
    const many = await startReceiver();
    const one = await startReceiver();
    const busy = await server.as("busy");
    const quiet = await server.as("quiet");
    const { id } = (
      await busy("/v1/webhooks", {
        url: many.address,
        events: ["contact.created"],
      })
    ).body.data;
    await quiet("/v1/webhooks", {
      url: one.address,
      events: ["contact.created"],
    });
    many.respond = () => undefined;
    await busy("/v1/contacts", contact());
    await many.arrived(1);
    for (let n = 0; n < backlog; n += 5000) {
      await sql`
        insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
        select workspace_id, id || n, webhook_id, event_id, 'pending', false, now(), now()
        from (select * from webhook_deliveries where webhook_id = ${id} order by id limit 1) first,
          generate_series(${n + 1}::integer, ${n + 5000}::integer) n`.execute(
        server.store.database,
      );
    }
    many.respond = (_, response) => response.writeHead(204).end();
    await many.arrived(30);
    const before = many.received.length;
    const began = performance.now();
    await quiet("/v1/contacts", contact());
    await one.arrived(1);
    const passed = many.received.length - before;
    console.log(
      `of ${backlog} deliveries that are due in another workspace ${passed} came before, in ${Math.round(performance.now() - began)} ms`,
    );
    expect(passed).toBeLessThan(backlog / 10);
    // A webhook can be disabled and deleted in time, however many deliveries it has.
    const path = `/v1/webhooks/${id}`;
    expect((await busy(path, { status: "disabled" }, "PATCH")).status).toBe(
      200,
    );
    // Attempts that have begun end by themselves.
    const pending = async () =>
      (await busy(`${path}/deliveries?status=pending`)).body.data;
    await expect.poll(pending).toEqual([]);
    expect((await busy(path, undefined, "DELETE")).status).toBe(200);
  },
);

test(
  "healthy receivers wait for none that stays silent, though all are met for the first time",
  { timeout: 300_000 },
  async () => {
    const { database } = server.store;
    const silent = `http://${await listenLocally(createHttpServer(() => undefined))}/`;
    const workspaces = [
      "silent 1",
      "silent 2",
      "silent 3",
      "silent 4",
      "silent 5",
      "silent 6",
    ];
    const create = async (call: Caller, url: string) =>
      expect(
        (await call("/v1/webhooks", { url, events: ["contact.created"] }))
          .status,
      ).toBe(201);
    for (const name of workspaces) {
      const call = await server.as(name);
      for (let i = 0; i < limits.webhooks; i++)
        await create(call, `${silent}${i}`);
      expect((await call("/v1/contacts", contact())).status).toBe(201);
    }
    const ofSilent = sql`webhook_id in (select id from webhooks where url like ${`${silent}%`})`;
    await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select workspace_id, id || n, webhook_id, event_id, 'pending', false, now() - interval '1 minute', now()
    from webhook_deliveries, generate_series(1, 30) n where ${ofSilent}`.execute(
      database,
    );
    const good = await startReceiver();
    const healthy = await server.as("healthy");
    await create(healthy, good.address);
    let undisturbed = 0;
    for (let n = 0; n < 100; n += 10) {
      const { rows: earlier } = await ended();
      await Promise.all(
        Array.from({ length: 10 }, () => healthy("/v1/contacts", contact())),
      );
      await good.arrived(n + 10);
      if (isDeepStrictEqual((await ended()).rows, earlier)) undisturbed++;
    }
    // Attempts at silent receivers end together, every 15 s. If healthy deliveries waited for their
    // slots, such an end would be in every round.
    expect(undisturbed).toBeGreaterThan(0);

    function ended() {
      return sql`select count(*) from webhook_attempts where delivery_id in (
      select id from webhook_deliveries where ${ofSilent})`.execute(database);
    }
  },
);
