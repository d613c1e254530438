import { Redis } from "ioredis";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { reservePort } from "../../../openapi/mock/main.ts";
import { createRedisLimiter } from "../../../server/limits/redis-limiter.ts";
import { onPostgres } from "../../support/store.ts";

const most = limits.requestsPerWindow;
/** After how many milliseconds of silence a node counts as lost: of a busy machine, or of the test that loses one. */
const silence = { usual: 60_000, short: 1000 };

/** A `redis-server` that is a node of a cluster, with a third of the slots. */
interface Node {
  port: number;
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

async function createNode(folder: string): Promise<Node> {
  const port = await reservePort(0);
  let child: ChildProcess | undefined;
  const options = {
    port,
    "cluster-port": await reservePort(0),
    "cluster-enabled": "yes",
    "cluster-config-file": `${port}.conf`,
    "cluster-node-timeout": silence.usual,
  };
  const args = Object.entries({ bind: "127.0.0.1", save: "", dir: folder, ...options });
  return {
    port,
    start: async () => {
      child = spawn(
        "redis-server",
        args.flatMap(([name, value]) => [`--${name}`, String(value)]),
        { stdio: "ignore" },
      );
      await command(port, (redis) => redis.ping());
    },
    stop: async () => {
      if (!child || child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function command<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: 50 }).on("error", () => undefined);
  return work(redis).finally(() => redis.disconnect());
}

describe.runIf(onPostgres && process.env["TEST_REDIS_URL"])("a Redis Cluster of three nodes", () => {
  const folder = mkdtempSync(join(tmpdir(), "contacts-redis-"));
  let nodes: Node[] = [];
  const url = () => `redis://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`;
  const stateOf = ({ port }: Node) =>
    command(port, (redis) => redis.cluster("INFO") as unknown as Promise<string>);
  const isWhole = async () =>
    (await Promise.all(nodes.map(stateOf))).every(
      (state) => state.includes("cluster_state:ok") && state.includes("cluster_known_nodes:3"),
    );
  const setSilence = async (milliseconds: number) => {
    for (const { port } of nodes)
      await command(port, (redis) => redis.config("SET", "cluster-node-timeout", milliseconds));
  };

  beforeAll(async () => {
    nodes = await Promise.all([1, 2, 3].map(() => createNode(folder)));
    await Promise.all(nodes.map(({ start }) => start()));
    for (const [i, { port }] of nodes.entries()) {
      const slots = [Math.floor((i * 16384) / 3), Math.floor(((i + 1) * 16384) / 3) - 1];
      await command(port, (redis) => redis.call("CLUSTER", "ADDSLOTSRANGE", ...slots));
      for (const other of nodes) {
        const bus = (await command(other.port, (redis) => redis.config("GET", "cluster-port"))) as string[];
        await command(port, (redis) => redis.call("CLUSTER", "MEET", "127.0.0.1", other.port, bus[1] ?? ""));
      }
    }
    await vi.waitFor(async () => expect(await isWhole()).toBe(true), { timeout: 20_000 });
  });
  afterAll(async () => {
    await Promise.all(nodes.map(({ stop }) => stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  /** A limiter whose windows are shared, as it has a connection to each node. */
  async function limiter() {
    const lines: string[] = [];
    const made = await createRedisLimiter(url(), pino({}, { write: (line: string) => lines.push(line) }));
    onTestFinished(() => made.close());
    const isShared = async () => {
      for (let n = 0; n < 8; n++) await made.consume(`first ${n}`);
      return made.isAway?.() === false;
    };
    await expect.poll(isShared).toBe(true);
    lines.length = 0;
    return { ...made, lines, said: (text: string) => expect.poll(() => lines.join("")).toContain(text) };
  }

  test("counts exactly over several processes, whichever node has the window", async () => {
    const both = [await limiter(), await limiter()];
    const limit = { requests: 20, seconds: limits.windowSeconds };
    /** How many requests of a new subject pass. On a machine so busy that Redis seems away meanwhile, it asks again. */
    const passed = async (subject: string): Promise<number> => {
      const before = both.flatMap(({ lines }) => lines).length;
      const windows = Array.from({ length: 15 }, () => both.map(({ consume }) => consume(subject, limit)));
      const count = (await Promise.all(windows.flat())).filter(({ allowed }) => allowed).length;
      const isSure = both.every(({ isAway }) => isAway?.() === false);
      if (isSure && both.flatMap(({ lines }) => lines).length === before) return count;
      await expect.poll(() => both.some(({ isAway }) => isAway?.())).toBe(false);
      return passed(`${subject} again`);
    };
    for (let n = 0; n < 8; n++) expect(await passed(`key ${n}`)).toBe(limit.requests);
    const counts = await Promise.all(nodes.map(({ port }) => command(port, (redis) => redis.dbsize())));
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });

  test("that loses a node: each process counts, until the node is back", async () => {
    const { consume, said, isAway } = await limiter();
    await setSilence(silence.short);
    onTestFinished(() => setSilence(silence.usual));
    const [first, , last] = nodes;
    await last?.stop();
    await expect.poll(() => first && stateOf(first)).toContain("cluster_state:fail");
    await expect.poll(async () => (await consume("x"), isAway?.())).toBe(true);
    await said("Redis is away");
    expect((await consume("away")).remaining).toBe(most - 1);
    expect((await consume("away")).remaining).toBe(most - 2);
    await last?.start();
    await said("Redis is back");
    await expect.poll(isWhole).toBe(true);
  });

  test("with a node that is down is refused at the start", async () => {
    await nodes[1]?.stop();
    const refused = createRedisLimiter(url(), pino({ level: "silent" }));
    await expect(refused).rejects.toThrow(
      `The Redis Cluster node 127.0.0.1:${nodes[1]?.port} (REDIS_URL) cannot be used: connect ECONNREFUSED ` +
        `127.0.0.1:${nodes[1]?.port}. Start or repair this node, or correct REDIS_URL.`,
    );
    await nodes[1]?.start();
    await expect.poll(isWhole).toBe(true);
  });

  test("is none when its nodes are Redis servers of their own", async () => {
    const { host } = new URL(process.env["TEST_REDIS_URL"] ?? "");
    const refused = createRedisLimiter(`redis://${host},${host}`, pino({ level: "silent" }));
    await expect(refused).rejects.toThrow(/cluster support disabled/);
  });
});
