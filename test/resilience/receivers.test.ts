import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { delivery, limits } from "../../generated/constants.ts";
import type { Delivery } from "../../generated/types.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { settled, startDelivery, startReceiver } from "../support/delivery.ts";
import { startServer } from "../support/server.ts";

const server = await startServer({ localWebhooks: true });
beforeAll(() => startDelivery(server));

/** Keys of workspaces, each of which has as many webhooks as it may have. */
const keys: string[] = [];
const keyOf = async (workspace: number): Promise<string> =>
  (keys[workspace] ??= await server.key(["*"], `workspace ${workspace}`));

type Listens = {
  listen: (port: number, host: string) => unknown;
  address: () => unknown;
  close: () => unknown;
};

/** Sockets that receivers still have. */
const open = new Set<Socket>();

async function listen(listener: Listens & NodeJS.EventEmitter): Promise<number> {
  listener.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => undefined);
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  onTestFinished(() => void listener.close());
  return (listener.address() as AddressInfo).port;
}

/** A receiver that does something with its connection as soon as a request begins to come. */
const onRequest = (act: (socket: Socket) => void) =>
  listen(createServer((socket) => void socket.once("data", () => act(socket))));

const says = (text: string | Buffer) => onRequest((socket) => socket.write(text));
const responses = (head: string, body: string | Buffer = "") =>
  onRequest((socket) => {
    socket.write(
      `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`,
    );
    socket.end(body);
  });

/** Writes the same again for as long as the connection lasts. */
function repeat(socket: Socket, text: string, milliseconds: number): void {
  const timer = setInterval(() => socket.write(text), milliseconds);
  socket.on("close", () => clearInterval(timer));
}

const broken = { response_status: null, error: "connection_error" };
const late = { response_status: null, error: "timeout", response_excerpt: "" };
const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x1b, 0x5b, 0x32, 0x4a, 0xed, 0xa0, 0x80, 0xc3]);

test(
  "whatever a receiver does, its attempt ends in time, is recorded and can be read",
  { timeout: 300_000 },
  async () => {
    const elsewhere = await startReceiver();
    const receivers: [name: string, at: number | string, outcome: object][] = [
      ["is not there", "http://127.0.0.1:9/", broken],
      ["has a name that nobody knows", "http://receiver.invalid/", { ...broken, error: "dns_error" }],
      [
        "switches protocols",
        await says("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
        { response_status: 101, error: null, response_excerpt: "" },
      ],
      ["has the status 099", await responses("099 What", "no"), { ...broken, response_excerpt: "no" }],
      [
        "goes on with 102 and never comes to a response",
        await onRequest((socket) => repeat(socket, "HTTP/1.1 102 Processing\r\n\r\n", 1000)),
        late,
      ],
      ["sends thousands of 103", await says("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(5000)), broken],
      [
        "sends a megabyte of headers",
        await says(`HTTP/1.1 200 OK\r\n${"X-Much: more\r\n".repeat(80_000)}\r\n`),
        broken,
      ],
      ["closes before it responds", await onRequest((socket) => socket.end()), broken],
      [
        "closes in the middle of its body",
        await onRequest((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")),
        { response_status: 200, error: null, response_excerpt: "half" },
      ],
      [
        "goes on without an end",
        await says("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(4000)),
        { response_status: 200, response_excerpt: "x".repeat(limits.responseExcerpt) },
      ],
      [
        "sends its headers in drops",
        await onRequest((socket) => {
          socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
          repeat(socket, "x", 1000);
        }),
        late,
      ],
      [
        "sends ten megabytes",
        await onRequest((socket) => socket.end(`HTTP/1.1 500 No\r\n\r\n${"🦊".repeat(2_500_000)}`)),
        { response_status: 500, error: null, response_excerpt: "🦊".repeat(limits.responseExcerpt) },
      ],
      [
        "sends its body in drops",
        await onRequest((socket) => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          repeat(socket, ".", 1000);
        }),
        { response_status: 200, error: null, response_excerpt: expect.stringMatching(/^\.{5,20}$/) },
      ],
      [
        "sends what is no text",
        await responses("500 No", bytes),
        { response_status: 500, response_excerpt: "\uFFFD\uFFFD\uFFFD\u001b[2J\uFFFD\uFFFD\uFFFD" },
      ],
      [
        "asks for an absurd pause",
        await responses(`429 No\r\nRetry-After: ${"9".repeat(400)}`),
        { response_status: 429 },
      ],
      ["redirects", await responses(`308 There\r\nLocation: ${elsewhere.address}`), { response_status: 308 }],
      ["says nothing", await listen(createServer((socket) => void socket.resume())), late],
    ];
    const deliveriesOf: (() => Promise<Delivery[]>)[] = [];
    for (const [i, [, port]] of receivers.entries()) {
      const key = await keyOf(Math.floor(i / limits.webhooks));
      const url = typeof port === "string" ? port : `http://127.0.0.1:${port}/`;
      const { body } = await server.call("/v1/webhooks", { key, json: { url, events: ["contact.created"] } });
      const path = `/v1/webhooks/${body.data.id}/deliveries` as const;
      deliveriesOf.push(async () => (await server.call(path, { key })).body.data);
    }
    for (const key of keys)
      await server.call("/v1/contacts", { key, json: { name: "Ana", email: "ana@example.com" } });
    await settled(server);
    for (const [i, [name, , outcome]] of receivers.entries()) {
      const data = (await deliveriesOf[i]?.()) ?? [];
      expect(data, name).toHaveLength(1);
      expect(data[0]?.attempts[0], name).toMatchObject(outcome);
      const status = data[0]?.attempts[0]?.response_status ?? 0;
      expect(data[0]?.status, name).toBe(status >= 200 && status <= 299 ? "succeeded" : "pending");
      expect(data[0]?.attempts[0]?.duration_ms, name).toBeLessThan(delivery.timeout + 2000);
      const pause = data[0]?.next_attempt_at && Date.parse(data[0]?.next_attempt_at) - Date.now();
      expect(pause ?? 0, name).toBeLessThanOrEqual(delivery.longestDelay * (1 + delivery.jitter));
    }
    expect(elsewhere.received).toEqual([]);
    await expect.poll(() => open.size).toBe(0);
  },
);

test("a receiver that responds before it has read the event keeps no connection", async () => {
  const sender = createSender(true);
  onTestFinished(sender.close);
  const reading: Socket[] = [];
  const port = await onRequest((socket) => {
    reading.push(socket.pause());
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  });
  const event = "x".repeat(20_000_000); // more than the system buffers
  const outcome = await sender.send(`http://127.0.0.1:${port}/`, {}, event);
  expect(outcome).toMatchObject({ response_status: 200, error: null, response_excerpt: "ok" });
  reading[0]?.resume();
  await expect.poll(() => open.size).toBe(0);
});

test("connections that are kept for later end soon when nothing is sent", { timeout: 30_000 }, async () => {
  const sender = createSender(true);
  onTestFinished(sender.close);
  const kept = await listen(
    createServer((socket) => socket.on("data", () => socket.write("HTTP/1.1 204 No\r\n\r\n"))),
  );
  const send = () => sender.send(`http://127.0.0.1:${kept}/`, {}, "{}");
  const outcomes = await Promise.all(Array.from({ length: 20 }, send));
  expect(outcomes.map(({ response_status }) => response_status)).toEqual(Array(20).fill(204));
  await expect.poll(() => open.size).toBeLessThanOrEqual(4);
  await expect.poll(() => open.size, { timeout: 20_000 }).toBe(0);
});
