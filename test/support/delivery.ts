import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createLog } from "../../server/telemetry/log.ts";
import { dueNotice } from "../../server/webhooks/fan-out.ts";
import { createSender } from "../../server/webhooks/send.ts";
import { startWorker } from "../../server/webhooks/worker.ts";
import { listenLocally } from "./raw.ts";
import { requireOneWorkspace } from "./one-workspace.ts";
import { startServer, type TestServer } from "./server.ts";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
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
  /** The requests that have arrived so far. */
  received: Received[];
  /** The response from now on. At first: 204. */
  respond: (delivery: Received, response: ServerResponse) => void;
  /** Waits until this many have arrived in all. */
  arrived: (count: number) => Promise<Received[]>;
  /** Waits until something is true of what has arrived. */
  until: (isSo: () => boolean) => Promise<void>;
}

/**
 * Starts a receiver on a free port, over https when it has a certificate; it stops after the file's
 * tests, or at another end.
 */
export async function startReceiver(
  certificate?: Certificate,
  atEnd: (stop: () => void) => void = afterAll,
): Promise<Receiver> {
  const waiters = new Set<() => void>();
  const receive = (request: IncomingMessage, response: ServerResponse) => {
    void text(request).then((body) => {
      const delivery = {
        path: request.url ?? "",
        headers: request.headers,
        body,
      };
      receiver.received.push(delivery);
      receiver.respond(delivery, response);
      for (const check of waiters) check();
    });
  };
  const server = certificate
    ? https.createServer(certificate, receive)
    : createServer(receive);
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

/**
 * Delivers what a test server queues, to local receivers too; it stops after the file's tests.
 * `onLine` gets its log.
 */
export async function startDelivery(
  { store, cipher }: TestServer,
  onLine?: (line: string) => void,
): Promise<void> {
  const sender = createSender(true);
  const { stop } = startWorker({
    store: requireOneWorkspace(store),
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
  for (const { id } of rows) store.notices.emit(dueNotice, id);
}

/**
 * Waits until no delivery is pending but those whose next attempt is planned.
 */
export async function settled({
  store,
}: Pick<TestServer, "store">): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ due: number }>`
      select count(*)::integer as due from webhook_deliveries
      where status = 'pending' and (next_attempt_at <= ${store.now()} or claimed_until > clock_timestamp())
    `.execute(store.database);
    if (rows[0]?.due === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * A server that delivers, and a webhook with a receiver of its own, which each test of the file
 * finds as new.
 */
export async function startWebhook({ clock }: { clock?: () => Date } = {}) {
  const server = await startServer({
    localWebhooks: true,
    ...(clock && { clock }),
  });
  const call = await server.as();
  const receiver = await startReceiver();
  const lines: { webhook?: string; msg: string }[] = [];
  let hook: { id: string; secret: string };
  let count = 0;
  /** The responses that the receiver owes. */
  let unanswered: ServerResponse[] = [];

  const path = () => `/v1/webhooks/${hook.id}` as const;
  const deliveries = async (query = "") =>
    (await call(`${path()}/deliveries?limit=100${query}`)).body.data;
  const newest = async () => {
    const [first] = await deliveries();
    if (!first) throw new Error("There is no delivery.");
    return first;
  };
  const createContact = async () =>
    (
      await call("/v1/contacts", {
        name: "Ana",
        email: `ana${++count}@example.com`,
      })
    ).body.data.id;
  /** Makes another one, for these types of events, the webhook of the test. */
  const create = async (events: string[]) => {
    hook = (
      await call("/v1/webhooks", { url: `${receiver.address}/hook`, events })
    ).body.data;
  };
  const respondWith = (
    status: number,
    headers: Record<string, string> = {},
    body = "",
  ) => {
    receiver.respond = (_, response) =>
      response.writeHead(status, headers).end(body);
  };
  /** The delivery that arrives next. */
  const next = async () => {
    const before = receiver.received.length;
    return (await receiver.arrived(before + 1))[before] as Received;
  };

  beforeAll(() =>
    startDelivery(server, (line) => lines.push(JSON.parse(line))),
  );
  beforeEach(async () => {
    for (const { id } of (await call("/v1/webhooks")).body.data)
      await call(`/v1/webhooks/${id}`, undefined, "DELETE");
    await settled(server);
    receiver.received.length = 0;
    respondWith(204);
    await create(["*"]);
  });

  return {
    server,
    call,
    receiver,
    lines,
    path,
    deliveries,
    newest,
    createContact,
    create,
    respondWith,
    next,
    hook: () => hook,
    /** Lines that the worker has logged about the webhook. */
    logged: () =>
      lines.filter(({ webhook }) => webhook === hook.id).map(({ msg }) => msg),
    change: (json: object) => call(path(), json, "PATCH"),
    redeliver: async () =>
      call(`${path()}/deliveries/${(await newest()).id}/redeliver`, {}),
    deliver: async () => {
      await createContact();
      await settled(server);
    },
    outcomes: async () =>
      (await deliveries()).map(({ status, attempts }) => [
        status,
        ...attempts.map((it) => it.response_status),
      ]),
    /** Lets the receiver wait with its responses from now on. */
    hold: () => {
      unanswered = [];
      receiver.respond = (_, response) => void unanswered.push(response);
    },
    /** Has an attempt begin. */
    underWay: async (work: () => Promise<unknown>) => {
      const arriving = next();
      await work();
      await arriving;
    },
    /** Ends what is under way with a status, and all later attempts at once with 204. */
    end: async (status: number) => {
      respondWith(204);
      for (const response of unanswered) response.writeHead(status).end();
      await settled(server);
    },
  };
}
