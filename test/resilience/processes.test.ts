import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { applyRetention } from "../../server/boot/retention.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import type { OpenStore } from "../../server/store/open/open-store.ts";
import { startReceiver } from "../support/delivery.ts";
import { listenLocally } from "../support/raw.ts";
import { emptyStore, onPostgres } from "../support/store.ts";
import { whileLocked } from "../support/locks.ts";
import { full, launch, makeKeys, type Service } from "./service.ts";

const { TEST_REDIS_URL = "" } = process.env;

/** The interval between two checks of `/readyz`, in milliseconds. */
const probeInterval = 100;

/**
 * Starts a balancer as operators run it: it shares requests among the servers that are ready, keeps
 * connections, and repeats nothing.
 */
async function startBalancer() {
  const agent = new Agent({ keepAlive: true });
  const ready = new Map<string, boolean>();
  const lost: string[] = [];
  let turn = 0;

  const probe = async (address: string) => {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    if (!ready.has(address)) return;
    if (response) ready.set(address, response.ok);
    else ready.delete(address);
  };
  const timer = setInterval(
    () => [...ready.keys()].forEach((address) => void probe(address)),
    probeInterval,
  );

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const servers = [...ready].filter(([, isReady]) => isReady);
    const [address] = servers[turn++ % servers.length] ?? [];
    const lose = (reason: string) => {
      lost.push(`${incoming.method} ${incoming.url}: ${reason}`);
      outgoing.writeHead(502).end();
    };
    if (address === undefined) return lose("no server is ready");
    const { method, headers, url } = incoming;
    const passed = send(
      address + url,
      { agent, method, headers },
      (response) => {
        const { connection: _, ...kept } = response.headers;
        outgoing.writeHead(response.statusCode ?? 502, kept);
        response.pipe(outgoing);
      },
    );
    passed.once("error", (error) => lose(error.message));
    incoming.pipe(passed);
  };

  const host = await listenLocally(createServer(pass));
  onTestFinished(() => {
    clearInterval(timer);
    agent.destroy();
  });
  return {
    address: `http://${host}`,
    /** Adds a server. */
    add: (address: string) => ready.set(address, true),
    /** Returns true when it sends requests to a server. */
    uses: (address: string) => ready.get(address) === true,
    /** Requests that were lost: a server broke off, or none was ready. */
    lost,
  };
}

describe.skipIf(!onPostgres || TEST_REDIS_URL === "")(
  "several processes",
  { timeout: 120_000 },
  () => {
    let settings: NodeJS.ProcessEnv;
    let keys: string[];
    let servers: Service[];
    let store: OpenStore;
    const endings: (() => void | Promise<void>)[] = [];
    const atEnd = (end: (typeof endings)[number]) => void endings.unshift(end);
    const startServer = () => launch(settings, keys, { atEnd });

    beforeAll(async () => {
      settings = {
        ...(await emptyStore("postgres", atEnd)),
        REDIS_URL: TEST_REDIS_URL,
        LOCAL_WEBHOOKS: "true",
        LOG_LEVEL: "silent",
        DRAIN_SECONDS: "8",
      };
      keys = await makeKeys(settings, 12);
      store = await openPostgres(settings["DATABASE_URL"] ?? "");
      atEnd(store.close);
      servers = await Promise.all(
        Array.from({ length: full ? 4 : 3 }, startServer),
      );
      return async () => {
        for (const end of endings) await end();
      };
    }, 120_000);

    test("each event is delivered once", async () => {
      const receiver = await startReceiver();
      const hook = { url: receiver.address, events: ["contact.created"] };
      expect(
        (await servers[0]?.call("/v1/webhooks", { json: hook }))?.status,
      ).toBe(201);
      const create = async (i: number) => {
        const json = { name: "Ana", email: `d${i}@example.com` };
        let status;
        // A database that is busy refuses with 503.
        do
          status = (
            await servers[i % servers.length]?.call("/v1/contacts", { json })
          )?.status;
        while (status === 503);
        expect(status).toBe(201);
      };
      for (let i = 0; i < 100; i += 10)
        await Promise.all(Array.from({ length: 10 }, (_, n) => create(i + n)));
      await receiver.arrived(100);
      await expect
        .poll(
          () =>
            store.database
              .selectFrom("webhook_deliveries")
              .where("status", "=", "pending")
              .select("id")
              .execute(),
          { timeout: 20_000 },
        )
        .toEqual([]);
      const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
      expect(ids).toHaveLength(100);
      expect(new Set(ids).size).toBe(100);
    });

    test("they count the requests of a key together", async () => {
      const left: number[] = [];
      for (const { call } of servers) {
        const { headers } = await call("/v1/contacts", { key: 0 });
        left.push(Number(headers.get("x-ratelimit-remaining")));
      }
      const [first = 0] = left;
      expect(left).toEqual(servers.map((_, n) => first - n));
    });

    test("one of them does retention", async () => {
      const other = await openPostgres(settings["DATABASE_URL"] ?? "");
      onTestFinished(() => other.close());
      const later = {
        ...store,
        now: () => sql<string>`now() + interval '1 year'`,
      };
      const deleted = await whileLocked(
        store,
        (transaction) =>
          sql`lock table events in share mode`.execute(transaction),
        () => applyRetention(later), // which waits for the table that it is to delete from
        async () => expect(await applyRetention(other)).toBeUndefined(),
      );
      expect(deleted).toBeGreaterThan(0);
      expect(
        await store.database.selectFrom("events").select("id").execute(),
      ).toEqual([]);
      expect(await applyRetention(other)).toBe(0);
    });

    test("a rolling restart loses no request", async () => {
      const balancer = await startBalancer();
      const successors = await Promise.all(servers.map(startServer));
      servers.forEach(({ address }) => balancer.add(address));
      let writing = true;
      let sent = 0;
      const acknowledged: string[] = [];
      const refused: string[] = [];
      const write = async () => {
        while (writing) {
          const email = `r${++sent}@example.com`;
          const response = await fetch(`${balancer.address}/v1/contacts`, {
            method: "POST",
            headers: {
              Authorization: `Bearer ${keys[sent % keys.length]}`,
              "Content-Type": "application/json",
            },
            body: JSON.stringify({ name: "Ana", email }),
          });
          const body = await response.text();
          if (response.status === 201) acknowledged.push(email);
          // A database that is busy refuses with 503, wherever the servers are.
          else if (![429, 503].includes(response.status))
            refused.push(`${response.status} ${body}`);
        }
      };
      const writers = Array.from({ length: 4 }, write);
      onTestFinished(() => void (writing = false));
      for (const [i, { program, address, call }] of servers.entries()) {
        balancer.add(successors[i]?.address ?? "");
        program.child.kill("SIGTERM");
        await expect
          .poll(() => balancer.uses(address), { timeout: 7000 })
          .toBe(false);
        // It still serves clients that have not noticed the stop.
        const { status, headers } = await call("/v1/contacts");
        expect(status).toBe(200);
        expect(headers.get("connection")).toBe("close");
      }
      for (const { program } of servers) expect(await program.ended).toBe(0);
      writing = false;
      await Promise.all(writers);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(balancer.lost).toEqual([]);
      expect(refused).toEqual([]);
      const rows = await store.database
        .selectFrom("contacts")
        .where("email", "like", "r%@example.com")
        .select("email")
        .execute();
      expect(new Set(rows.map(({ email }) => email))).toEqual(
        new Set(acknowledged),
      );
      console.log(
        `rolling restart of ${servers.length} processes: ${acknowledged.length} writes acknowledged, 0 requests lost`,
      );
    });
  },
);
