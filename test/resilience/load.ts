import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../client/webhooks/node.ts";
import type { TestResponse } from "../support/call.ts";
import {
  startReceiver,
  type Received,
  type Receiver,
} from "../support/delivery.ts";
import {
  expectUnavailable,
  launch,
  nextKey,
  readAll,
  type Service,
} from "./service.ts";

/** The number of writers that work at a time. */
export const writers = 8;

/** The steps of a writer: contact, conversation with its message, message, ticket. */
type CreatePath =
  | `/v1/${"contacts" | "conversations" | "tickets"}`
  | `/v1/conversations/${string}/messages`;
const kinds = ["contacts", "conversations", "messages", "tickets"] as const;
type Acknowledged = Record<(typeof kinds)[number], string[]>;

/** A server that is started again whenever it was killed. */
export interface Server {
  service: Service;
  /** Resolves when it runs. */
  up: Promise<void>;
  /** Responses after which a request was repeated. */
  refused: TestResponse[];
}

/**
 * Starts the servers of a store, one of an embedded store and else two, writers that repeat, and
 * two receivers, each of which fails half of its deliveries at first.
 */
export async function startLoad(
  settings: NodeJS.ProcessEnv,
  keys: string[],
  { fileSize, pause = 0 }: Load = {},
) {
  const startOne = async (): Promise<Server> => ({
    service: await launch(settings, keys, { fileSize }),
    up: Promise.resolve(),
    refused: [],
  });
  const second = settings["DATABASE_URL"] === "" ? [] : [await startOne()];
  const servers: [Server, ...Server[]] = [await startOne(), ...second];
  const [{ service: first }] = servers;
  const refused = () => servers.flatMap((server) => server.refused);
  const receivers = await Promise.all(
    [1, 2].map(() => startReceiver(undefined, onTestFinished)),
  );
  for (const receiver of receivers) {
    const json = { url: receiver.address, events: ["contact.created"] };
    failHalf(
      receiver,
      (await first.call("/v1/webhooks", { json })).body.data.secret,
    );
  }
  const done: Acknowledged = {
    contacts: [],
    conversations: [],
    messages: [],
    tickets: [],
  };
  const count = () =>
    Object.values(done).reduce((sum, ids) => sum + ids.length, 0);
  let noticed = () => {};
  let enough = Infinity;
  const goesOn = () => {
    noticed();
    return count() < enough;
  };
  const isFull = fileSize !== undefined;
  const writes = Array.from({ length: writers }, (_, writer) =>
    write(
      servers[writer % servers.length] ?? servers[0],
      { writer, isFull, pause },
      done,
      goesOn,
    ),
  );
  return {
    servers,
    count,
    refused,
    until: (isSo: () => boolean) =>
      new Promise<void>((resolve) => (noticed = () => isSo() && resolve())),
    /**
     * Ends a server by a signal, and starts another one in its place, which may have other
     * settings.
     */
    restart: async (
      server: Server,
      signal: NodeJS.Signals,
      others: NodeJS.ProcessEnv = {},
    ) => {
      const ending = server.service.program.end(signal);
      let isUp = () => {};
      server.up = new Promise((resolve) => (isUp = resolve));
      const code = await ending;
      server.service = await launch({ ...settings, ...others }, keys);
      isUp();
      return code;
    },
    /**
     * Ends the writers when so much is acknowledged, and holds all of it against what is stored and
     * what has arrived.
     */
    end: async (most: number): Promise<string> => {
      enough = most;
      const repeated = (await Promise.all(writes)).reduce(
        (sum, times) => sum + times,
      );
      for (const response of refused())
        if (![409, 429].includes(response.status)) expectUnavailable(response);
      await checkStored(servers[0].service, done);
      for (const receiver of receivers)
        await checkArrived(receiver, done.contacts);
      const attempts = receivers.reduce(
        (sum, { received }) => sum + received.length,
        0,
      );
      return (
        `${count()} writes acknowledged, ${repeated} requests repeated, 0 lost, 0 twice; ` +
        `${attempts} attempts at ${receivers.length} receivers`
      );
    },
  };
}

export type RunningLoad = Awaited<ReturnType<typeof startLoad>>;

export interface Load {
  /**
   * Bounds the files of the server, in KiB, so that the database's journal hits the end of its
   * disk.
   */
  fileSize?: number | undefined;
  /** Between two rounds of a writer, in milliseconds. */
  pause?: number;
}

/** Creates until it is stopped, and returns the number of requests that were repeated. */
async function write(
  server: Server,
  { writer, isFull, pause }: { writer: number; isFull: boolean; pause: number },
  done: Acknowledged,
  goesOn: () => boolean,
) {
  let repeated = 0;
  /** Sends until there is a response, as a client does that knows how to repeat. */
  const create = async (
    kind: keyof Acknowledged,
    path: CreatePath,
    json: object,
    name: string,
  ) => {
    // An Idempotency-Key belongs to the key that it was first sent with.
    const headers: Record<string, string> =
      kind === "contacts" ? {} : { "Idempotency-Key": name };
    const options = { json, headers, key: nextKey() };
    for (;;) {
      await server.up;
      const response = await server.service
        .call(path, options)
        .catch(() => undefined);
      const id =
        response?.status === 201
          ? response.body.data.id
          : response?.body.error?.contact_id;
      if (id !== undefined) {
        done[kind].push(id);
        return id;
      }
      if (response) server.refused.push(response);
      repeated++;
      goesOn();
      await setTimeout(10);
    }
  };
  for (let n = 0; goesOn(); n++) {
    const name = `${writer}-${n}`;
    const contact_id = await create(
      "contacts",
      "/v1/contacts",
      { name, email: `${name}@example.com` },
      name,
    );
    const opening = { contact_id, subject: name, body: "Hola" };
    const conversation = await create(
      "conversations",
      "/v1/conversations",
      opening,
      name,
    );
    await create(
      "messages",
      `/v1/conversations/${conversation}/messages`,
      { body: name },
      name,
    );
    const description = isFull ? randomBytes(7000).toString("base64") : "…";
    await create(
      "tickets",
      "/v1/tickets",
      { contact_id, subject: name, description },
      name,
    );
    if (pause > 0) await setTimeout(pause);
  }
  return repeated;
}

/** Everything that was acknowledged is there once, and so is its event. */
async function checkStored(
  service: Service,
  done: Acknowledged,
): Promise<void> {
  const events = await readAll(service, "/v1/events");
  const messages = events
    .filter(({ type }) => type === "message.created")
    .map(({ data }) => data);
  const reported = events
    .filter(({ type }) => type.endsWith(".created"))
    .map(({ data }) => data.id);
  const reportedIds = new Set(reported);
  expect(reportedIds.size).toBe(reported.length);
  for (const kind of kinds) {
    const found =
      kind === "messages" ? messages : await readAll(service, `/v1/${kind}`);
    const there = new Set(found.map(({ id }) => id));
    const lost = done[kind].filter(
      (id) => !there.has(id) || !reportedIds.has(id),
    );
    expect(lost, `${kind} that are missing, or without their event`).toEqual(
      [],
    );
    expect(there.size, `${kind} that are there twice`).toBe(
      new Set(done[kind]).size +
        (kind === "messages" ? done.conversations.length : 0),
    );
  }
}

/**
 * Waits until a receiver has taken the event of each contact, which has one webhook-id in all
 * attempts.
 */
async function checkArrived(
  receiver: Receiver,
  contacts: string[],
): Promise<void> {
  const { until, received } = receiver;
  const arrived = new Set<string>();
  let read = 0;
  await until(() => {
    for (; read < received.length; read++) {
      const delivery = received[read] as Received;
      if (taken.has(delivery)) arrived.add(subjectOf(delivery));
    }
    return contacts.every((id) => arrived.has(id));
  });
  const idsOf = new Map<string, Set<string>>();
  for (const delivery of received) {
    const ids = idsOf.get(subjectOf(delivery)) ?? new Set();
    idsOf.set(
      subjectOf(delivery),
      ids.add(String(delivery.headers["webhook-id"])),
    );
  }
  expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
}

const subjectOf = ({ body }: Received): string => JSON.parse(body).data.id;

/** The deliveries for which a receiver responded with a 2xx. */
const taken = new WeakSet<Received>();

/**
 * Verifies each attempt when it comes, as it is soon too old for that, and fails the first one of
 * every second event.
 */
function failHalf(receiver: Receiver, secret: string): void {
  const seen = new Set<string>();
  let fails = false;
  receiver.respond = (delivery, response) => {
    const { id } = verifyWebhook(delivery.headers, delivery.body, secret);
    expect(delivery.headers["webhook-id"]).toBe(id);
    const first = !seen.has(id);
    seen.add(id);
    if (first) fails = !fails;
    if (first && fails) return void response.writeHead(500).end();
    taken.add(delivery);
    response.writeHead(204).end();
  };
}
