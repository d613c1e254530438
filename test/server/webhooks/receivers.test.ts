import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { settled, startDelivery } from "../../support/delivery.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer({ localWebhooks: true });
const key = await server.key(["*"]);
beforeAll(() => startDelivery(server));

const call = server.caller(() => key);
const eventOf = async (events: string[], url: string) =>
  (await call("/v1/webhooks", { url, events })).body.data.id;
const attemptsOf = async (id: string) => (await call(`/v1/webhooks/${id}/deliveries`)).body.data[0]?.attempts;
const firstAttempt = async (id: string) => (await attemptsOf(id))?.[0];

/** Listens on a free port until the file's tests are done, and gives the port. */
async function listen(listener: Server | TcpServer): Promise<number> {
  await once(listener.listen(0, "127.0.0.1"), "listening");
  afterAll(() => {
    if ("closeAllConnections" in listener) listener.closeAllConnections();
    listener.close();
  });
  return (listener.address() as AddressInfo).port;
}

test("an event that breaks the contract is not sent", async () => {
  const receiver = await startReceiver();
  const id = await eventOf(["message.created"], receiver.address);
  const contact = await call("/v1/contacts", { name: "Luz", email: "luz@example.com" });
  await call("/v1/conversations", { contact_id: contact.body.data.id, body: "Hola" });
  await receiver.arrived(1);
  await settled(server);
  const [delivery] = (await call(`/v1/webhooks/${id}/deliveries`)).body.data;
  await sql`update events set data = '{}' where type = 'message.created'`.execute(server.store.database);
  await call(`/v1/webhooks/${id}/deliveries/${delivery?.id}/redeliver`, {});
  await settled(server);
  expect((await attemptsOf(id))?.[1]).toMatchObject({ response_status: null, error: "invalid_event" });
  expect(receiver.received).toHaveLength(1);
});

test(
  "a receiver that misbehaves costs its own delivery an attempt, and nothing else",
  { timeout: 60_000 },
  async () => {
    const elsewhere = await startReceiver();
    let sent = 0;
    const receivers: [name: string, port: number, outcome: object][] = [
      [
        "never responds",
        await listen(createServer(() => undefined)),
        { response_status: null, error: "timeout", response_excerpt: "" },
      ],
      [
        "sends its headers byte by byte",
        await listen(
          createTcpServer((socket) => {
            const bytes = [..."HTTP/1.1 200 OK\r\nX-Slow: ".padEnd(200, "x")];
            const timer = setInterval(() => socket.write(bytes.shift() ?? "x"), 200);
            socket.on("close", () => clearInterval(timer)).on("error", () => undefined);
          }),
        ),
        { response_status: null, error: "timeout" },
      ],
      [
        "sends its body byte by byte",
        await listen(
          createServer((_, response) => {
            response.writeHead(200);
            const timer = setInterval(() => response.write("."), 200);
            response.on("close", () => clearInterval(timer));
          }),
        ),
        { response_status: 200, error: null, response_excerpt: expect.stringMatching(/^\.{10,80}$/) },
      ],
      [
        "sends 10 MB",
        await listen(
          createServer((_, response) => {
            const chunk = "🦊".repeat(16 * 1024);
            response.writeHead(500);
            const more = () => {
              while (sent < 10 * 1024 * 1024) {
                sent += Buffer.byteLength(chunk);
                if (!response.write(chunk)) return void response.once("drain", more);
              }
              response.end();
            };
            more();
          }),
        ),
        { response_status: 500, error: null, response_excerpt: "🦊".repeat(limits.responseExcerpt) },
      ],
      [
        "closes before it responds",
        await listen(createServer((request) => request.socket.destroy())),
        { response_status: null, error: "connection_error" },
      ],
      [
        "closes in the middle of its body",
        await listen(
          createServer((_, response) => {
            response.writeHead(200, { "Content-Length": 100 }).write("half", () => response.destroy());
          }),
        ),
        { response_status: 200, error: null, response_excerpt: "half" },
      ],
      [
        "redirects",
        await listen(
          createServer((_, response) =>
            response.writeHead(307, { Location: elsewhere.address }).end("there"),
          ),
        ),
        { response_status: 307, error: null, response_excerpt: "there" },
      ],
      [
        "does not speak HTTP",
        await listen(createTcpServer((socket) => socket.end("220 mail.example.com ESMTP\r\n"))),
        { response_status: null, error: "connection_error" },
      ],
    ];
    const ids = await Promise.all(
      receivers.map(([, port]) => eventOf(["contact.created"], `http://127.0.0.1:${port}/`)),
    );
    const unknownName = await eventOf(["contact.created"], "http://receiver.invalid/");
    const nobody = await eventOf(["contact.created"], "http://127.0.0.1:9/");

    await call("/v1/contacts", { name: "Ana", email: "ana@example.com" });
    await settled(server);
    for (const [i, [name, , outcome]] of receivers.entries()) {
      expect(await firstAttempt(ids[i] ?? ""), name).toMatchObject(outcome);
    }
    expect(await firstAttempt(unknownName)).toMatchObject({ response_status: null, error: "dns_error" });
    expect(await firstAttempt(nobody)).toMatchObject({ response_status: null, error: "connection_error" });
    expect(elsewhere.received).toEqual([]);
    expect(sent).toBeLessThan(10 * 1024 * 1024);
  },
);

test("one that hangs holds up nobody else, however much there is for it", { timeout: 60_000 }, async () => {
  const hanging = await listen(createServer(() => undefined));
  const good = await startReceiver();
  const stuck = await eventOf(["ticket.created"], `http://127.0.0.1:${hanging}/`);
  await eventOf(["ticket.created"], good.address);
  const contact = await call("/v1/contacts", { name: "Eva", email: "eva@example.com" });
  const ticket = { contact_id: contact.body.data.id, subject: "Factura", description: "Está mal." };
  const count = 450; // more than a process attempts at once
  for (let i = 0; i < count; i++) await call("/v1/tickets", ticket);
  await good.arrived(count);
  const { data } = (await call(`/v1/webhooks/${stuck}/deliveries?limit=100`)).body;
  expect(data.flatMap((it: { attempts: object[] }) => it.attempts)).toEqual([]);
});

test(
  "healthy receivers wait for none that stays silent, though all are met for the first time",
  { timeout: 60_000 },
  async () => {
    const { database } = server.store;
    const silent = `http://127.0.0.1:${await listen(createServer(() => undefined))}/`;
    const workspaces = ["silent 1", "silent 2", "silent 3", "silent 4", "silent 5", "silent 6"];
    const create = async (key: string, url: string, count: number) => {
      for (let i = 0; i < count; i++)
        await server.call("/v1/webhooks", { key, json: { url: `${url}${i}`, events: ["contact.created"] } });
    };
    const contact = (key: string, n: number) =>
      server.call("/v1/contacts", { key, json: { name: "Ana", email: `ana${n}@example.com` } });
    for (const name of workspaces) {
      const key = await server.key(["*"], name);
      await create(key, silent, limits.webhooks);
      await contact(key, 0);
    }
    const ofSilent = sql`webhook_id in (select id from webhooks where url like ${`${silent}%`})`;
    await sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event_id, status, retry, next_attempt_at, created_at)
    select workspace_id, id || n, webhook_id, event_id, 'pending', false, now() - interval '1 minute', now()
    from webhook_deliveries, generate_series(1, 30) n where ${ofSilent}`.execute(database);
    const good = await startReceiver();
    const key = await server.key(["*"], "healthy");
    await create(key, `${good.address}/`, 1);
    const { rows: earlier } = await ended();
    for (let n = 0; n < 100; n += 10)
      await Promise.all(Array.from({ length: 10 }, (_, i) => contact(key, n + i)));
    await good.arrived(100);
    // Each attempt at a silent receiver takes 15 s: a healthy one that waited for a slot would have seen some end.
    expect((await ended()).rows).toEqual(earlier);

    function ended() {
      return sql`select count(*) from webhook_attempts where delivery_id in (
      select id from webhook_deliveries where ${ofSilent})`.execute(database);
    }
  },
);
