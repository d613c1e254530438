import { Redis } from "ioredis";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createRedisLimiter } from "../../../server/limits/redis.ts";
import { burst, redisLimiter } from "../../support/limiter.ts";
import { listenLocally } from "../../support/raw.ts";
import { onPostgres } from "../../support/store.ts";

const { TEST_REDIS_URL = "" } = process.env;
const limit = limits.requestsPerWindow;

/** A way to Redis that can be cut. */
async function cuttableRedis() {
  const { hostname, port } = new URL(TEST_REDIS_URL);
  const sockets = new Set<Socket>();
  const pairs: [Socket, Socket][] = [];
  let open = true;
  let refused = 0;
  const proxy = createServer((socket) => {
    if (!open) {
      refused++;
      return socket.destroy();
    }
    const redis = connect(Number(port || 6379), hostname);
    for (const end of [socket, redis]) {
      sockets.add(end);
      end.on("error", () => undefined);
    }
    pairs.push([socket, redis]);
    socket.pipe(redis).pipe(socket);
  });
  const host = await listenLocally(proxy);
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return {
    url: `redis://${host}`,
    cut: () => {
      open = false;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => (open = true),
    /** Returns the number of connections that were refused while it was cut. */
    refused: () => refused,
    /** Nothing passes any more, while connections stay. */
    freeze: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Lets delayed and later responses pass. */
    thaw: () => {
      for (const [socket, other] of pairs) socket.pipe(other).pipe(socket);
    },
  };
}

test("while Redis is away, a limit of an hour is still one of an hour", async () => {
  const { port } = new URL(`http://${await closedAddress()}`);
  const limiter = await createRedisLimiter(
    `redis://127.0.0.1:${port}`,
    pino({ level: "silent" }),
  );
  onTestFinished(limiter.close);
  const hourly = { requests: 1, seconds: 3600 };

  const first = await limiter.consume("visitor", hourly);
  const second = await limiter.consume("visitor", hourly);

  expect([first.allowed, second.allowed]).toEqual([true, false]);
  expect(second.resetIn).toBeGreaterThan(limits.windowSeconds * 1000);
});

/** Returns an address of this machine that nothing listens on any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  const address = await listenLocally(server);
  await new Promise((resolve) => server.close(resolve));
  return address;
}

describe.runIf(onPostgres && TEST_REDIS_URL)("windows in Redis", () => {
  test("are counted per process when Redis freezes while connections stay, and a stop does not wait for it", async () => {
    const { url, freeze } = await cuttableRedis();
    const { limiter } = await redisLimiter(url);
    await limiter.consume("x");
    freeze();
    expect((await limiter.consume("x")).remaining).toBe(limit - 1);
    await limiter.close(); // without an end, if it waited
  });

  test("cost no request the time that Redis has to respond, but those in flight when it freezes", async () => {
    const { url, freeze, thaw } = await cuttableRedis();
    const { limiter, logged } = await redisLimiter(url);
    freeze();
    await limiter.consume("first");
    const began = performance.now();
    // In turn: each would wait for 1.5 s if it tried Redis.
    for (let n = 0; n < 100; n++) await limiter.consume("others");
    expect(performance.now() - began).toBeLessThan(75_000);
    expect(limiter.isAway?.()).toBe(true);
    thaw();
    await logged("Redis is back");
    expect(limiter.isAway?.()).toBe(false);
  });

  test("of an hour are still of an hour for the request that finds Redis frozen", async () => {
    // Given a Redis that freezes.
    const { url, freeze } = await cuttableRedis();
    const { limiter } = await redisLimiter(url);
    freeze();
    const hourly = { requests: 1, seconds: 3600 };

    const first = await limiter.consume("visitor", hourly);
    const second = await limiter.consume("visitor", hourly);

    expect(first.resetIn).toBeGreaterThan(limits.windowSeconds * 1000);
    expect([first.allowed, second.allowed]).toEqual([true, false]);
  });

  test("are counted per process while Redis refuses the command, and the log says so", async () => {
    const admin = new Redis(TEST_REDIS_URL);
    onTestFinished(() => admin.disconnect());
    const user = `weak-${process.pid}`;
    await admin.call(
      "ACL",
      "SETUSER",
      user,
      "reset",
      "on",
      "nopass",
      "~*",
      "+info",
      "+@connection",
    );
    onTestFinished(() =>
      admin.call("ACL", "DELUSER", user).then(() => undefined),
    );
    const url = new URL(TEST_REDIS_URL);
    [url.username, url.password] = [user, "hunter2"];
    const { limiter, logged } = await redisLimiter(url.href);
    expect(await burst(limiter, "x", limit + 10)).toBe(limit);
    await logged("NOPERM");
    expect(limiter.isAway?.()).toBe(true);
  });

  test.each(["+OK\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"])(
    "are counted per process when Redis responds with %j",
    async (garbage) => {
      const server = createServer((socket) => {
        socket
          .on("error", () => undefined)
          .on("data", () => socket.write(garbage));
      });
      const { limiter } = await redisLimiter(
        `redis://${await listenLocally(server)}`,
      );
      expect((await limiter.consume("x")).remaining).toBe(limit - 1);
      expect((await limiter.consume("x")).remaining).toBe(limit - 2);
      expect(limiter.isAway?.()).toBe(true);
    },
  );

  test("are counted per process while Redis is away, and shared again when it is back", async () => {
    const redis = await cuttableRedis();
    const subject = `away-${process.pid}-${Date.now()}`;
    const { limiter, lines, logged } = await redisLimiter(redis.url);
    const { limiter: other } = await redisLimiter(TEST_REDIS_URL);
    expect((await limiter.consume(subject)).remaining).toBe(limit - 1);
    expect((await other.consume(subject)).remaining).toBe(limit - 2);

    redis.cut();
    await logged("Redis is away");
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual([
      "it closed the connection",
    ]);
    expect(await burst(limiter, `${subject}-local`, limit + 10)).toBe(limit);

    redis.mend();
    await logged("Redis is back");
    expect((await limiter.consume(subject)).remaining).toBe(limit - 3);
  });

  test("are shared again also after Redis was away for many attempts to reach it", async () => {
    const redis = await cuttableRedis();
    const { logged } = await redisLimiter(redis.url);

    redis.cut();
    await expect.poll(redis.refused).toBeGreaterThan(5);
    redis.mend();

    await logged("Redis is back");
  });

  test("end at a stop without a word, and Redis is tried no more", async () => {
    const redis = await cuttableRedis();
    const { limiter, lines } = await redisLimiter(redis.url);
    await limiter.consume("x");

    await limiter.close();
    redis.cut();
    await setTimeout(2500); // longer than the time between two attempts

    expect(lines).toEqual([]);
    expect(redis.refused()).toBe(0);
  });
});
