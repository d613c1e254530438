import { Redis } from "ioredis";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../generated/catalogue.ts";
import { reservePort } from "../../../openapi/tools/mock.ts";
import { createRedisLimiter } from "../../../server/limiter/redis-limiter.ts";
import { onPostgres } from "../../support/store.ts";

const most = limits.requestsPerWindow;

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
    "cluster-node-timeout": 1000,
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
  const isWhole = async () => {
    const states = await Promise.all(
      nodes.map(({ port }) => command(port, (redis) => redis.cluster("INFO") as Promise<string>)),
    );
    return states.every(
      (state) => state.includes("cluster_state:ok") && state.includes("cluster_known_nodes:3"),
    );
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

  async function limiter() {
    const lines: string[] = [];
    const made = await createRedisLimiter(url(), pino({}, { write: (line: string) => lines.push(line) }));
    onTestFinished(() => made.close());
    return { ...made, said: (text: string) => expect.poll(() => lines.join("")).toContain(text) };
  }

  test("counts exactly over several processes, whichever node has the window", async () => {
    const [one, other] = [await limiter(), await limiter()];
    const subjects = Array.from({ length: 8 }, (_, i) => `key-${i}`);
    for (const subject of subjects) {
      const both = Array.from({ length: most + 10 }, (_, i) => (i % 2 ? one : other).consume(subject));
      expect((await Promise.all(both)).filter(({ allowed }) => allowed)).toHaveLength(most);
    }
    const counts = await Promise.all(nodes.map(({ port }) => command(port, (redis) => redis.dbsize())));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(one.isAway?.()).toBe(false);
  });

  test("that loses a node: each process counts, until the node is back", async () => {
    const { consume, said, isAway } = await limiter();
    await nodes[2]?.stop();
    await expect.poll(async () => (await consume("x"), isAway?.())).toBe(true);
    await said("Redis is away");
    expect((await consume("away")).remaining).toBe(most - 1);
    expect((await consume("away")).remaining).toBe(most - 2);
    await nodes[2]?.start();
    await said("Redis is back");
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
