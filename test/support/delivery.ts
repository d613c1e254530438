import { sql } from "kysely";
import { afterAll } from "vitest";
import { createLog } from "../../server/telemetry/log.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { startWorker } from "../../server/webhooks/worker.ts";
import { listenLocally } from "./raw.ts";
import { heldToOneWorkspace } from "./store.ts";
import type { TestServer } from "./server.ts";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import * as https from "node:https";
import { text } from "node:stream/consumers";
import type { Certificate } from "./certificate.ts";

/** A delivery as it arrived. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of somebody who has a webhook. */
export interface Receiver {
  address: string;
  /** What has arrived so far. */
  received: Received[];
  /** How it responds from now on. At first: 204. */
  respond: (delivery: Received, response: ServerResponse) => void;
  /** Waits until this many have arrived in all. */
  arrived: (count: number) => Promise<Received[]>;
  /** Waits until something is true of what has arrived. */
  until: (isSo: () => boolean) => Promise<void>;
}

/** Starts a receiver on a free port, over https when it has a certificate; it stops after the file's tests, or at another end. */
export async function startReceiver(
  certificate?: Certificate,
  atEnd: (stop: () => void) => void = afterAll,
): Promise<Receiver> {
  const waiters = new Set<() => void>();
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      const delivery = { path: request.url ?? "", headers: request.headers, body };
      receiver.received.push(delivery);
      receiver.respond(delivery, response);
      for (const check of waiters) check();
    });
  };
  const server = certificate ? https.createServer(certificate, receive) : createServer(receive);
  const host = await listenLocally(server, atEnd);
  const receiver: Receiver = {
    address: `${certificate ? "https" : "http"}://${host}`,
    received: [],
    respond: (_, response) => response.writeHead(204).end(),
    arrived: async (count) => {
      await receiver.until(() => receiver.received.length >= count);
      return receiver.received;
    },
    until: (isSo) =>
      new Promise((resolve) => {
        const check = () => {
          if (!isSo()) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      }),
  };
  return receiver;
}

/** Delivers what a test server queues, to local receivers too; it stops after the file's tests. `onLine` gets its log. */
export async function startDelivery(
  { store, cipher }: TestServer,
  onLine?: (line: string) => void,
): Promise<void> {
  const sender = createSender(true);
  const { stop } = startWorker({
    store: heldToOneWorkspace(store),
    cipher,
    sender,
    log: onLine ? createLog("warn", { write: onLine }) : createLog("silent"),
  });
  afterAll(async () => {
    await stop();
    sender.close();
  });
}

/** Makes every planned attempt due. */
export async function makeDue({ store }: TestServer): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update webhook_deliveries set next_attempt_at = ${store.now()} where status = 'pending'
    returning workspace_id as id`.execute(store.database);
  for (const { id } of rows) store.deliveries.emit("due", id);
}

/** Waits until no delivery is pending but those whose next attempt is planned, and gives nothing. */
export async function settled({ store }: Pick<TestServer, "store">): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ due: number }>`
      select count(*)::integer as due from webhook_deliveries
      where status = 'pending' and (next_attempt_at <= ${store.now()} or claimed_until > clock_timestamp())
    `.execute(store.database);
    if (rows[0]?.due === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
