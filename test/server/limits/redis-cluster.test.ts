import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { reservePort } from "../../../openapi/mock/reserve-port.ts";
import { doctor } from "../../../server/operator/doctor/doctor.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { refusedStart } from "../../support/process.ts";
import { redisLimiter } from "../../support/limiter.ts";
import { emptyStore, onPostgres } from "../../support/store.ts";

const password = "hunter@2";

describe.runIf(onPostgres && process.env["TEST_REDIS_URL"])(
  "a Redis Cluster of three nodes",
  () => {
    const folder = temporaryFolder(afterAll);
    const nodes: ChildProcess[] = [];
    const ports: number[] = [];
    const busPorts: number[] = [];
    const ask = (port: number, ...command: string[]) =>
      promisify(execFile)("redis-cli", [
        "-p",
        String(port),
        "-a",
        password,
        ...command,
      ]);
    const url = (named = ports) =>
      `redis://:${encodeURIComponent(password)}@${named.map((port) => `127.0.0.1:${port}`).join(",")}`;

    const startNode = async (i: number) => {
      const options = {
        bind: "127.0.0.1",
        port: ports[i],
        "cluster-port": busPorts[i],
        requirepass: password,
        dir: folder,
        save: "",
        "cluster-enabled": "yes",
        "cluster-config-file": `${i}.conf`,
        "cluster-node-timeout": 60_000, // as a node of a busy machine is not lost
      };
      const args = Object.entries(options).flatMap(([name, value]) => [
        `--${name}`,
        String(value),
      ]);
      nodes[i] = spawn("redis-server", args, { stdio: "ignore" });
      await vi.waitFor(() => ask(ports[i] ?? 0, "PING"), 20_000);
    };
    const stopNode = async (i: number) => {
      const ended = once(nodes[i] as ChildProcess, "exit");
      nodes[i]?.kill("SIGKILL");
      await ended;
    };
    const say = (text: string, asked = ports) =>
      vi.waitFor(async () => {
        for (const port of asked)
          expect((await ask(port, "CLUSTER", "INFO")).stdout).toContain(text);
      }, 20_000);

    beforeAll(async () => {
      for (const list of [ports, ports, ports, busPorts, busPorts, busPorts])
        list.push(await reservePort(0));
      await Promise.all([0, 1, 2].map(startNode));
      const addresses = ports.map((port) => `127.0.0.1:${port}`);
      await ask(
        ports[0] ?? 0,
        "--cluster",
        "create",
        ...addresses,
        "--cluster-yes",
      );
      await say("cluster_state:ok");
    });
    afterAll(() => Promise.all([0, 1, 2].map(stopNode)));

    test("counts over several servers, whichever node has the window", async () => {
      // A server finds nodes that REDIS_URL does not name, and has the password for them too.
      const some = url(ports.slice(0, 2));
      const servers = [await redisLimiter(url()), await redisLimiter(some)];
      for (let n = 0; n < 8; n++)
        for (const [i, { limiter }] of [...servers, ...servers].entries())
          expect((await limiter.consume(`key ${n}`)).remaining).toBe(
            limits.requestsPerWindow - 1 - i,
          );
      const sizes = await Promise.all(ports.map((port) => ask(port, "DBSIZE")));
      expect(
        Math.min(...sizes.map(({ stdout }) => Number(stdout))),
      ).toBeGreaterThan(0);
    });

    test("that loses a node: each server counts for itself until it is back, and a start is refused", async () => {
      const { limiter, lines, logged } = await redisLimiter(url());
      const env = { ...(await emptyStore()), REDIS_URL: url() };
      const rest = ports.slice(0, 2);
      for (const port of rest)
        await ask(port, "CONFIG", "SET", "cluster-require-full-coverage", "no");
      await stopNode(2);
      let key = "";
      while (lines.length === 0) await limiter.consume((key += "x")); // until one is of that node
      await logged("Redis is away");
      const down = `127.0.0.1:${ports[2]}`;
      expect(await refusedStart(env)).toBe(
        `Redis at ${down} (REDIS_URL) cannot be used: connect ECONNREFUSED ${down}. Start or repair this node, or correct ` +
          "REDIS_URL.\n",
      );
      for (const left of [2, 3])
        expect((await limiter.consume(key)).remaining).toBe(
          limits.requestsPerWindow - left,
        );
      for (const port of rest)
        await ask(
          port,
          "CONFIG",
          "SET",
          "cluster-require-full-coverage",
          "yes",
        );
      for (const port of rest)
        await ask(port, "CONFIG", "SET", "cluster-node-timeout", "1000");
      await say("cluster_state:fail", rest);
      const redis = (await doctor.run([], env)).text.match(/^error +redis.*/gm);
      expect(redis).toEqual([
        expect.stringContaining("it says cluster_state:fail"),
        expect.stringContaining("it says cluster_state:fail"),
        expect.stringContaining(
          `${down} (REDIS_URL): connect ECONNREFUSED ${down}. Correct REDIS_URL, or start Redis`,
        ),
      ]);
      await startNode(2);
      await logged("Redis is back");
      expect(lines).toHaveLength(2); // it was never back on the word of the other nodes
    });
  },
);
