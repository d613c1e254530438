import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../generated/constants.ts";
import { verifyWebhookSync as verifyWebhook } from "../../client/webhooks/node.ts";
import type { TestResponse } from "../support/call.ts";
import {
  startReceiver,
  type Received,
  type Receiver,
} from "../support/delivery.ts";
import { start, type Program } from "../support/process.ts";
import { listenLocally } from "../support/raw.ts";
import { emptyStore, onPostgres, stores, type Kind } from "../support/store.ts";
import { createCluster, hasPostgres, type Cluster } from "./cluster.ts";
import {
  beginnings,
  expectUnavailable,
  type Footprint,
  footprintOf,
  full,
  launch,
  makeKeys,
  movedClock,
  nextKey,
  readAll,
  type Service,
} from "./service.ts";

const expected = full ? 10_000 : 200;
const breaks = full ? 5 : 2;
const writers = 8;

/** The steps of a writer: contact, conversation with its message, message, ticket. */
type CreatePath =
  | `/v1/${"contacts" | "conversations" | "tickets"}`
  | `/v1/conversations/${string}/messages`;
const kinds = ["contacts", "conversations", "messages", "tickets"] as const;
type Acknowledged = Record<(typeof kinds)[number], string[]>;

/** A server that is started again whenever it was killed. */
interface Server {
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
async function startLoad(
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
  const receivers = await Promise.all([startReceiver(), startReceiver()]);
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

type RunningLoad = Awaited<ReturnType<typeof startLoad>>;

interface Load {
  /**
   * Bounds the files of the server, in KiB, so that the database's journal hits the end of its
   * disk.
   */
  fileSize?: number | undefined;
  /** Between two rounds of a writer, in milliseconds. */
  pause?: number;
}

/**
 * Faults: `kill -9` of one of the servers of a store, a crash of their PostgreSQL, or a full disk
 * of an embedded store until a restart with room. PostgreSQL stops by itself on a full disk.
 */
const broken = [
  ...stores,
  ...(onPostgres && hasPostgres ? ["crash of PostgreSQL" as const] : []),
  ...(spawnSync("bash", ["-c", "ulimit -f 1"]).status === 0
    ? ["full disk" as const]
    : []),
];

test.each(broken)(
  "%s: a kill -9, a crash or a full disk loses nothing that was acknowledged, repeating creates nothing twice, and each event arrives everywhere",
  { timeout: 600_000 },
  async (what) => {
    const cluster =
      what === "crash of PostgreSQL" ? await createCluster() : undefined;
    const isFull = what === "full disk";
    const rounds = isFull ? 1 : breaks;
    const store = cluster
      ? undefined
      : await emptyStore(isFull ? "embedded" : (what as Kind));
    const settings = { ...store, ...cluster?.settings, LOCAL_WEBHOOKS: "true" };
    const fileSize = isFull ? 12 * 1024 : undefined;
    const load = await startLoad(settings, await makeKeys(settings, 60), {
      fileSize,
    });
    const { servers, count, refused, until, restart, end } = load;
    if (isFull) {
      await until(() => refused().length > writers);
      expect((await fetch(`${servers[0].service.address}/readyz`)).status).toBe(
        503,
      );
      expect(await restart(servers[0], "SIGTERM")).toBe(0);
    } else {
      for (let n = 1; n <= rounds; n++) {
        await until(() => count() >= (expected * n) / (rounds + 1));
        const before = refused().length;
        cluster?.crash();
        if (cluster) await until(() => refused().length > before + 8);
        cluster?.start();
        if (!cluster)
          expect(
            await restart(servers[n % servers.length] ?? servers[0], "SIGKILL"),
          ).toBeNull();
      }
    }
    console.log(`${what}, broken ${rounds} times: ${await end(expected)}`);
  },
);

/** For SECURITY.md and RELIABILITY.md it took an hour. */
const minutes = 3;
const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

/** Makes webhooks of a workspace, whose receivers respond with what is no good response. */
async function addBadReceivers({ call }: Service, key: string): Promise<void> {
  const responses = [
    "",
    "101 Switching Protocols\r\n\r\n",
    "099 What\r\n\r\n",
    "200 OK\r\n\r\n.",
  ];
  for (let n = 0; n < limits.webhooks; n++) {
    const bad = createServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", () => socket.write(`HTTP/1.1 ${responses[n % 4]}`));
    });
    const json = {
      url: `http://${await listenLocally(bad)}/`,
      events: ["contact.created"],
    };
    const headers = { Authorization: `Bearer ${key}` };
    expect((await call("/v1/webhooks", { json, headers })).status).toBe(201);
  }
}

/** Starts programs that search and create much in another workspace. */
function startNeighbours({ address }: Service, keys: string[]): Program[] {
  const env = { ADDRESS: address, KEYS: keys.join(" "), CALLERS: "8" };
  return ["searches", "creations"].map((kind) =>
    start("test/resilience/noisy-neighbour.ts", [kind], env),
  );
}

/**
 * Connects twenty times a second, sends bytes that are no good request, and breaks the connection
 * after a while. Returns the timer.
 */
function startStrangers({ address }: Service): NodeJS.Timeout {
  const { hostname, port } = new URL(address);
  let sent = 0;
  return setInterval(async () => {
    // A busy server may accept it too late for them.
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(beginnings[++sent % beginnings.length] ?? "");
    // Some read nothing, and all go away without a word.
    if (sent % 3 > 0) socket.resume();
    await setTimeout(1500);
    socket.resetAndDestroy();
  }, 50);
}

/** The faults of a server and of its database, in the order in which they come. */
function faultsOf(load: RunningLoad, server: Server, cluster: Cluster) {
  const freeze = async (stop: () => void, goOn: () => void) => {
    stop();
    await setTimeout(8000);
    goOn();
  };
  const signal = (name: NodeJS.Signals) => () =>
    void server.service.program.child.kill(name);
  return [
    { name: "kill -9", cause: () => load.restart(server, "SIGKILL") },
    {
      name: "crash of the database",
      cause: () => freeze(cluster.crash, cluster.start),
    },
    {
      name: "a clock 40 days ahead",
      cause: () => load.restart(server, "SIGTERM", movedClock(40 * 24)),
    },
    {
      name: "frozen database",
      cause: () => freeze(cluster.freeze, cluster.thaw),
    },
    {
      name: "a clock an hour behind",
      cause: () => load.restart(server, "SIGTERM", movedClock(-1)),
    },
    {
      name: "frozen server",
      cause: () => freeze(signal("SIGSTOP"), signal("SIGCONT")),
    },
  ];
}

/**
 * Causes one fault after the other for some minutes. Each must end within 45 seconds. Returns how
 * often each came.
 */
async function causeFaults(
  faults: ReturnType<typeof faultsOf>,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const last = performance.now() + minutes * 60_000;
  for (let n = 0; performance.now() < last; n++) {
    const { name, cause } = faults[n % faults.length] ?? expect.unreachable();
    const late = setTimeout(45_000, "late", { ref: false });
    expect(await Promise.race([cause(), late]), name).not.toBe("late");
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await setTimeout(8000);
  }
  return counts;
}

/** The medians of the first third of the samples, and of the last one. */
function growthOf(samples: Footprint[]): Record<"before" | "after", Footprint> {
  const medianOf = (part: Footprint[]) => ({
    memory: Math.round(median(part.map(({ memory }) => memory))),
    descriptors: median(part.map(({ descriptors }) => descriptors)),
  });
  const third = Math.floor(samples.length / 3);
  return {
    before: medianOf(samples.slice(0, third)),
    after: medianOf(samples.slice(-third)),
  };
}

// A test that a usual run never executes is a fault there.
if (full && onPostgres && hasPostgres)
  test(
    `${minutes} minutes with every fault at once lose nothing, double nothing and leave nothing behind`,
    { timeout: (2 * minutes + 4) * 60_000 },
    async () => {
      const cluster = await createCluster();
      const settings = { ...cluster.settings, LOCAL_WEBHOOKS: "true" };
      const noisy = await makeKeys(settings, 60, "noisy");
      const load = await startLoad(settings, await makeKeys(settings, 60), {
        pause: 20,
      });
      // One that lives through all of it, and one that is killed, stopped, frozen and started with
      // another clock.
      const [{ service: steady }, shaken = expect.unreachable()] = load.servers;
      await addBadReceivers(steady, noisy[0] ?? "");
      const neighbours = startNeighbours(steady, noisy);
      const strangers = startStrangers(steady);
      const samples: Footprint[] = [];
      const sampler = setInterval(() => {
        samples.push(
          footprintOf(steady.program) ?? { memory: NaN, descriptors: NaN },
        );
      }, 2000);
      const stop = () => [strangers, sampler].forEach(clearInterval);
      onTestFinished(stop);

      const counts = await causeFaults(faultsOf(load, shaken, cluster));

      stop();
      await Promise.all(neighbours.map(({ end }) => end()));
      const written = await load.end(load.count());
      const { before, after } = growthOf(samples);
      const faults = [...counts].map(([name, count]) => `${count} × ${name}`);
      const lastLines = neighbours.map(({ output }) =>
        output().trim().split("\n").at(-1),
      );
      console.log(
        `${minutes} minutes of ${faults.join(", ")}: ${written}; ` +
          `memory ${before.memory} → ${after.memory} MiB, descriptors ${before.descriptors} → ${after.descriptors}; ` +
          lastLines.join("; "),
      );
      expect(after.memory).toBeLessThan(before.memory * 1.25 + 30);
      expect(after.descriptors).toBeLessThan(before.descriptors + 50);
    },
  );

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
