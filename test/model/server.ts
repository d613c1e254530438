import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { delivery } from "../../generated/constants.ts";
import { createCipher } from "../../server/auth/encryption.ts";
import { createMemoryLimiter } from "../../server/limits/limiter.ts";
import { openEmbedded } from "../../server/store/open/embedded.ts";
import { openPostgres } from "../../server/store/open/postgres.ts";
import { unavailableReason } from "../../server/store/errors.ts";
import type { OpenStore } from "../../server/store/open/open-store.ts";
import { createLog } from "../../server/telemetry/log.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { startWorker } from "../../server/webhooks/worker.ts";
import { createDatabase } from "../support/database.ts";
import { startReceiver } from "../support/delivery.ts";
import { serve } from "../support/server.ts";

/** Small, so that runs reach them. */
export const quotas = { contacts: 12, bytes: 1_000_000 };

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>;

/**
 * A server as npm start runs it, with what delivers and receives, and a clock that the test moves
 * forward: on PostgreSQL when TEST_DATABASE_URL is set, else on the embedded store. What it stored
 * goes with it.
 */
export async function startModelServer() {
  let offset = 0;
  const now = () => Date.now() + offset;
  const timestamp = { toPostgres: () => new Date(now()).toISOString() };
  const { stores, remove } = await openStores(
    () => sql<string>`${timestamp}::timestamptz`,
  );
  const log = createLog("silent");
  const limiter = createMemoryLimiter();
  const cipher = createCipher(randomBytes(32));
  const sender = createSender(true);
  const run = async (store: OpenStore) => {
    const parts = {
      store,
      cipher,
      limiter,
      trustProxy: true,
      localWebhooks: true,
    };
    const { address, close } = await serve(parts);
    const worker = startWorker({ store, cipher, sender, log });
    return { address, stop: () => Promise.all([worker.stop(), close()]) };
  };
  const servers = await Promise.all(stores.map(run));
  const receivers = await startReceivers();
  const [store] = stores;
  let requests = 0;
  return {
    store,
    cipher,
    receivers,
    /** The present time of the store, in milliseconds. */
    now,
    /** Returns the address of the next request. On PostgreSQL two servers alternate. */
    get address() {
      return servers[requests++ % servers.length]?.address ?? "";
    },
    /** Moves the clock forward. */
    pass: (hours: number) => void (offset += hours * 60 * 60 * 1000),
    stop: async () => {
      await Promise.all(servers.map(({ stop }) => stop()));
      sender.close();
      receivers.stop();
      await Promise.all(stores.map((each) => each.close()));
      await remove();
    },
  };
}

/** Does what can be done again at the database: on a busy machine a connection may break. */
export const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (unavailableReason(error) === undefined) throw error;
    return work();
  });

async function openStores(now: OpenStore["now"]): Promise<{
  stores: [OpenStore, ...OpenStore[]];
  remove: () => Promise<void> | void;
}> {
  if (process.env["TEST_DATABASE_URL"]) {
    const { url, drop } = await createDatabase();
    const open = () => openPostgres(url, { now, quotas });
    return { stores: [await open(), await open()], remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), "contacts-model-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { stores: [await openEmbedded(folder, { now, quotas })], remove };
}

/**
 * The behaviours of receivers. `quotes` repeats the delivery in its response, and `waits` responds
 * on request.
 */
export const behaviours = [
  "takes",
  "fails",
  "leaves",
  "quotes",
  "quotes",
  "waits",
  "waits",
  "waits",
] as const;
type Behaviour = (typeof behaviours)[number];

/** The server of those who have webhooks. */
async function startReceivers() {
  /** Address → its behaviour. */
  const chosen = new Map<string, Behaviour>();
  /** The deliveries that were confirmed with a 2xx. */
  const confirmed: { url: string; eventId: string }[] = [];
  /** The addresses that have not confirmed a delivery. */
  const failed = new Set<string>();
  const waiting = new Set<() => void>();
  const endings: (() => void)[] = [];
  const receiver = await startReceiver(undefined, (stop) => endings.push(stop));
  let addresses = 0;
  receiver.respond = ({ path, headers, body }, response) => {
    const url = receiver.address + path;
    const behaviour = chosen.get(url);
    const eventId = String(headers["webhook-id"]);
    const arrived = performance.now();
    // One that has waited for longer may have been given up by then.
    const isInTime = () =>
      performance.now() - arrived < delivery.timeout * (2 / 3) &&
      !response.req.socket.destroyed;
    const confirm = (quoted = "") =>
      response
        .writeHead(200)
        .end(quoted, () => isInTime() && confirmed.push({ url, eventId }));
    response.once("close", () => response.writableFinished || failed.add(url));
    if (behaviour === "fails" || behaviour === "leaves") {
      failed.add(url);
      response.writeHead(behaviour === "fails" ? 500 : 410).end();
    } else if (behaviour === "waits") waiting.add(confirm);
    else confirm(behaviour === "quotes" ? emailsIn(body) : "");
  };
  return {
    behaviours: chosen,
    confirmed,
    failed,
    /** An address that no webhook has. */
    newAddress: (behaviour: Behaviour) => {
      const url = `${receiver.address}/${addresses++}`;
      chosen.set(url, behaviour);
      return url;
    },
    /** Lets those that wait respond. */
    release: () => {
      for (const respond of waiting) respond();
      waiting.clear();
    },
    stop: () => endings.forEach((stop) => stop()),
  };
}

/** The addresses in what was sent, as a receiver's message about its work names people. */
const emailsIn = (body: string) =>
  (body.match(/[\w.]+@[\w.]+/g) ?? []).join(" ").slice(0, 500);
