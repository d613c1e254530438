import { connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { start, type Program } from "../../support/process.ts";
import { listenLocally } from "../../support/raw.ts";
import { onPostgres } from "../../support/store.ts";
import { createCluster, hasPostgres, type Cluster } from "../cluster.ts";
import { startLoad, type RunningLoad, type Server } from "../load.ts";
import {
  beginnings,
  type Footprint,
  footprintOf,
  makeKeys,
  movedClock,
  type Service,
} from "../service.ts";

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

test.runIf(onPostgres && hasPostgres)(
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
