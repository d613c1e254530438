import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { verifyWebhookSync as verifyWebhook } from "../../client/webhooks/node.ts";
import { startReceiver, type Received, type Receiver } from "../support/delivery.ts";
import { emptyStore, onPostgres, stores, type Kind } from "../support/store.ts";
import { createCluster, hasPostgres } from "./cluster.ts";
import {
  expectUnavailable,
  full,
  launch,
  makeKeys,
  nextKey,
  readAll,
  type Service,
  type ServiceResponse,
} from "./service.ts";

const expected = full ? 10_000 : 200;
const breaks = full ? 5 : 2;
const writers = 8;

/** What a writer does in turn: contact, conversation with its message, message, ticket. */
type CreatePath = `/v1/${"contacts" | "conversations" | "tickets"}` | `/v1/conversations/${string}/messages`;
const kinds = ["contacts", "conversations", "messages", "tickets"] as const;
type Acknowledged = Record<(typeof kinds)[number], string[]>;

/** A server that is started again whenever it was killed. */
interface Server {
  service: Service;
  /** Resolves when it runs. */
  up: Promise<void>;
  /** Responses after which a request was repeated. */
  refused: ServiceResponse[];
}

/**
 * What is broken: kill -9 of one of the servers that use a store, a crash of the PostgreSQL server that they use, or the end of
 * the disk of an embedded store, until a restart with room. PostgreSQL on a full disk stops by itself.
 */
const broken = [
  ...stores,
  ...(onPostgres && hasPostgres ? ["crash of PostgreSQL" as const] : []),
  ...(spawnSync("bash", ["-c", "ulimit -f 1"]).status === 0 ? ["full disk" as const] : []),
];
/** No file may grow beyond so many KiB, so the database's journal hits the end of its disk. */
const smallDisk = 12 * 1024;

test.each(broken)(
  "%s: a kill -9, a crash or a full disk loses nothing that was acknowledged, repeating creates nothing twice, and each event arrives everywhere",
  { timeout: 600_000 },
  async (what) => {
    const cluster = what === "crash of PostgreSQL" ? await createCluster() : undefined;
    const isFull = what === "full disk";
    const rounds = isFull ? 1 : breaks;
    const store = cluster ? undefined : await emptyStore(isFull ? "embedded" : (what as Kind));
    const settings = { ...store, ...cluster?.settings, LOCAL_WEBHOOKS: "true" };
    const keys = await makeKeys(settings, 60);
    const start = async (): Promise<Server> => ({
      service: await launch(settings, keys, isFull ? { fileSize: smallDisk } : {}),
      up: Promise.resolve(),
      refused: [],
    });
    const servers = await Promise.all(Array.from({ length: settings.DATABASE_URL === "" ? 1 : 2 }, start));
    const [first] = servers as [Server];
    const refused = () => servers.flatMap((server) => server.refused);
    const receivers = await Promise.all([startReceiver(), startReceiver()]);
    const secrets: string[] = [];
    for (const receiver of receivers) {
      failHalf(receiver);
      const json = { url: receiver.address, events: ["contact.created"] };
      secrets.push((await first.service.call("/v1/webhooks", { json })).body.data.secret);
    }

    const done: Acknowledged = { contacts: [], conversations: [], messages: [], tickets: [] };
    const count = () => Object.values(done).reduce((sum, ids) => sum + ids.length, 0);
    let noticed = () => {};
    /** How many writes are enough: a disk is written to until it is full. */
    let enough = isFull ? Infinity : expected;
    const writes = Array.from({ length: writers }, (_, writer) =>
      write(servers[writer % servers.length] ?? first, { writer, isFull }, done, () => {
        noticed();
        return count() < enough;
      }),
    );
    const until = (isSo: () => boolean) =>
      new Promise<void>((resolve) => (noticed = () => isSo() && resolve()));
    if (isFull) {
      await until(() => refused().length > writers);
      expect((await fetch(`${first.service.address}/readyz`)).status).toBe(503);
      enough = expected;
    }
    for (let n = 1; n <= rounds; n++) {
      if (!isFull) await until(() => count() >= (expected * n) / (rounds + 1));
      if (cluster) {
        const before = refused().length;
        cluster.crash();
        await until(() => refused().length > before + 8);
        cluster.start();
        continue;
      }
      const victim = servers[n % servers.length] ?? first;
      const ending = victim.service.program.end(isFull ? "SIGTERM" : "SIGKILL");
      let isUp = () => {};
      victim.up = new Promise((resolve) => (isUp = resolve));
      expect(await ending).toBe(isFull ? 0 : null);
      victim.service = await launch(settings, keys);
      isUp();
    }
    const repeated = (await Promise.all(writes)).reduce((sum, times) => sum + times);
    for (const response of refused()) if (![409, 429].includes(response.status)) expectUnavailable(response);
    await checkStored(first.service, done);
    for (const [i, receiver] of receivers.entries())
      await checkArrived(receiver, secrets[i] ?? "", done.contacts);
    const attempts = receivers.reduce((sum, { received }) => sum + received.length, 0);
    console.log(
      `${what}, broken ${rounds} times: ${count()} writes acknowledged, ${repeated} requests repeated, 0 lost, 0 twice; ` +
        `${attempts} attempts at ${receivers.length} receivers`,
    );
  },
);

/** Creates until it is told to end, and gives how many requests had to be repeated. */
async function write(
  server: Server,
  { writer, isFull }: { writer: number; isFull: boolean },
  done: Acknowledged,
  goesOn: () => boolean,
) {
  let repeated = 0;
  /** Sends until there is a response, as a client does that knows how to repeat. */
  const create = async (kind: keyof Acknowledged, path: CreatePath, json: object, name: string) => {
    // An Idempotency-Key belongs to the key that it was first sent with.
    const headers: Record<string, string> = kind === "contacts" ? {} : { "Idempotency-Key": name };
    const options = { json, headers, key: nextKey() };
    for (;;) {
      await server.up;
      const response = await server.service.call(path, options).catch(() => undefined);
      const id = response?.status === 201 ? response.body.data.id : response?.body.error?.contact_id;
      if (id !== undefined) {
        done[kind].push(id);
        return id;
      }
      if (response) server.refused.push(response);
      repeated++;
      goesOn();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  for (let n = 0; goesOn(); n++) {
    const name = `${writer}-${n}`;
    const contact_id = await create("contacts", "/v1/contacts", { name, email: `${name}@example.com` }, name);
    const opening = { contact_id, subject: name, body: "Hola" };
    const conversation = await create("conversations", "/v1/conversations", opening, name);
    await create("messages", `/v1/conversations/${conversation}/messages`, { body: name }, name);
    const description = isFull ? randomBytes(7000).toString("base64") : "…";
    await create("tickets", "/v1/tickets", { contact_id, subject: name, description }, name);
  }
  return repeated;
}

/** Everything that was acknowledged is there once, and so is its event. */
async function checkStored(service: Service, done: Acknowledged): Promise<void> {
  const events = await readAll(service, "/v1/events");
  const messages = events.filter(({ type }) => type === "message.created").map(({ data }) => data);
  const reported = events.filter(({ type }) => type.endsWith(".created")).map(({ data }) => data.id);
  const known = new Set(reported);
  expect(known.size).toBe(reported.length);
  for (const kind of kinds) {
    const found = kind === "messages" ? messages : await readAll(service, `/v1/${kind}`);
    const there = new Set(found.map(({ id }) => id));
    const lost = done[kind].filter((id) => !there.has(id) || !known.has(id));
    expect(lost, `${kind} that are missing, or without their event`).toEqual([]);
    expect(there.size, `${kind} that are there twice`).toBe(
      new Set(done[kind]).size + (kind === "messages" ? done.conversations.length : 0),
    );
  }
}

/** Waits until a receiver has taken the event of each contact, which has one webhook-id in all attempts. */
async function checkArrived(receiver: Receiver, secret: string, contacts: string[]): Promise<void> {
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
    const event = verifyWebhook(delivery.headers, delivery.body, secret);
    expect(event.id).toBe(delivery.headers["webhook-id"]);
    const ids = idsOf.get(subjectOf(delivery)) ?? new Set();
    idsOf.set(subjectOf(delivery), ids.add(event.id));
  }
  expect([...idsOf.values()].filter((ids) => ids.size !== 1)).toEqual([]);
}

const subjectOf = ({ body }: Received): string => JSON.parse(body).data.id;

/** The deliveries for which a receiver responded with a 2xx. */
const taken = new WeakSet<Received>();

/** Fails the first attempt of every second event. */
function failHalf(receiver: Receiver): void {
  const seen = new Set<string>();
  let fails = false;
  receiver.respond = (delivery, response) => {
    const id = String(delivery.headers["webhook-id"]);
    const first = !seen.has(id);
    seen.add(id);
    if (first) fails = !fails;
    if (first && fails) return void response.writeHead(500).end();
    taken.add(delivery);
    response.writeHead(204).end();
  };
}
