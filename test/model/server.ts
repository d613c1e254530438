import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { delivery } from "../../generated/constants.ts";
import { type Cipher, createCipher } from "../../server/auth/encryption.ts";
import { createMemoryLimiter } from "../../server/limits/limiter.ts";
import { openEmbedded } from "../../server/store/embedded.ts";
import { openPostgres } from "../../server/store/postgres.ts";
import type { OpenStore } from "../../server/store/store.ts";
import { createLog } from "../../server/telemetry/log.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { startWorker } from "../../server/webhooks/worker.ts";
import { createDatabase } from "../support/database.ts";
import { startReceiver } from "../support/delivery.ts";
import { serve } from "../support/server.ts";

/** Small, so that meetings reach them. */
export const quotas = { contacts: 12, bytes: 1_000_000 };

/** A server as npm start runs it, with what delivers and receives, and a clock that the test moves forward. */
export interface ModelServer {
  /** Where the next request goes: on PostgreSQL two servers take turns. */
  readonly address: string;
  store: OpenStore;
  cipher: Cipher;
  receivers: Receivers;
  /** The present time of the store, in milliseconds. */
  now: () => number;
  /** Moves the clock forward. */
  pass: (hours: number) => void;
  stop: () => Promise<void>;
}

/** On PostgreSQL when TEST_DATABASE_URL is set, else on the embedded store; what it stored goes with it. */
export async function startModelServer(): Promise<ModelServer> {
  let offset = 0;
  const now = () => Date.now() + offset;
  const timestamp = { toPostgres: () => new Date(now()).toISOString() };
  const { stores, remove } = await openStores(() => sql<string>`${timestamp}::timestamptz`);
  const [log, limiter, cipher] = [createLog("silent"), createMemoryLimiter(), createCipher(randomBytes(32))];
  const sender = createSender(true);
  const run = async (store: OpenStore) => {
    const parts = { store, cipher, limiter, trustProxy: true, localWebhooks: true };
    const { address, close } = await serve(parts);
    const worker = startWorker({ store, cipher, sender, log });
    return { address, stop: () => Promise.all([worker.stop(), close()]) };
  };
  const servers = await Promise.all(stores.map(run));
  const receivers = await startReceivers();
  const [store] = stores;
  let requests = 0;
  return {
    ...{ store, cipher, receivers, now },
    get address() {
      return servers[requests++ % servers.length]?.address ?? "";
    },
    pass: (hours) => void (offset += hours * 60 * 60 * 1000),
    stop: async () => {
      await Promise.all(servers.map(({ stop }) => stop()));
      sender.close();
      receivers.stop();
      await Promise.all(stores.map((each) => each.close()));
      await remove();
    },
  };
}

async function openStores(
  now: OpenStore["now"],
): Promise<{ stores: [OpenStore, ...OpenStore[]]; remove: () => Promise<void> | void }> {
  if (process.env["TEST_DATABASE_URL"]) {
    const { url, drop } = await createDatabase();
    const open = () => openPostgres(url, { now, quotas });
    return { stores: [await open(), await open()], remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), "contacts-model-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { stores: [await openEmbedded(folder, { now, quotas })], remove };
}

/** What somebody who has a webhook does with a delivery. `quotes` repeats what it was sent; `waits` responds when told. */
export type Manner = "takes" | "quotes" | "fails" | "leaves" | "waits";

/** The server of those who have webhooks, with a path for each. */
interface Receivers {
  address: string;
  /** How each path responds from now on. */
  manners: Map<string, Manner>;
  /** The deliveries that were confirmed with a 2xx. */
  confirmed: { path: string; eventId: string }[];
  /** The paths of those that have left. */
  left: Set<string>;
  /** Lets those that wait respond. */
  release: () => void;
  stop: () => void;
}

async function startReceivers(): Promise<Receivers> {
  const manners: Receivers["manners"] = new Map();
  const confirmed: Receivers["confirmed"] = [];
  const left = new Set<string>();
  const waiting = new Set<() => void>();
  const endings: (() => void)[] = [];
  const receiver = await startReceiver(undefined, (stop) => endings.push(stop));
  receiver.respond = ({ path, headers, body }, response) => {
    const manner = manners.get(path) ?? "takes";
    const arrived = performance.now();
    // One that waited for longer may have been given up by then.
    const isInTime = () => performance.now() - arrived < delivery.timeout / 2;
    const eventId = String(headers["webhook-id"]);
    const confirm = (quoted = "") =>
      end(response, 200, quoted, () => isInTime() && confirmed.push({ path, eventId }));
    if (manner === "fails") end(response, 500);
    else if (manner === "leaves") end(left.add(path) && response, 410);
    else if (manner === "waits") waiting.add(confirm);
    else confirm(manner === "quotes" ? emailsIn(body) : "");
  };
  return {
    ...{ address: receiver.address, manners, confirmed, left },
    release: () => {
      for (const respond of waiting) respond();
      waiting.clear();
    },
    stop: () => endings.forEach((stop) => stop()),
  };
}

const end = (response: ServerResponse, status: number, body = "", onSent: () => unknown = () => {}) =>
  response.writeHead(status).end(body, () => !response.req.socket.destroyed && onSent());

/** The addresses in what was sent, as a receiver's message about its work names people. */
const emailsIn = (body: string) => (body.match(/[\w.]+@[\w.]+/g) ?? []).join(" ").slice(0, 500);
