import { Redis } from "ioredis";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { limits } from "../../../generated/constants.ts";
import {
  createMemoryLimiter,
  type Limiter,
} from "../../../server/limits/limiter.ts";
import { createRedisLimiter } from "../../../server/limits/redis.ts";
import { hasOpenssl, makeCertificate } from "../../support/certificate.ts";
import { redisLimiter } from "../../support/rate-windows.ts";
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

const burst = async (limiter: Limiter, subject: string, count: number) =>
  (
    await Promise.all(
      Array.from({ length: count }, () => limiter.consume(subject)),
    )
  ).filter(({ allowed }) => allowed).length;

test("a process keeps the windows of 100,000 subjects, and forgets the one that was used longest ago", async () => {
  const limiter = createMemoryLimiter();
  await limiter.consume("first");
  for (let n = 0; n < 100_000; n++) await limiter.consume(`other ${n}`);
  expect((await limiter.consume("other 99999")).remaining).toBe(limit - 2);
  expect((await limiter.consume("first")).remaining).toBe(limit - 1);
});

test("a window is never longer than a minute, whatever fraction of a millisecond it begins at", async () => {
  const clock = vi.spyOn(performance, "now");
  onTestFinished(() => void clock.mockRestore());
  const limiter = createMemoryLimiter();
  for (let n = 1; n <= 100; n++) {
    clock.mockReturnValue(n * 1111.11);
    expect((await limiter.consume(`begun ${n}`)).resetIn).toBe(
      limits.windowSeconds * 1000,
    );
  }
});

test("a client that goes on while it is refused is let in at the end of its window, and not before", async () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => void clock.mockRestore());
  const limiter = createMemoryLimiter();
  expect(await burst(limiter, "eager", limit)).toBe(limit);
  const length = limits.windowSeconds * 1000;

  for (const time of [1, length / 2, length - 1]) {
    clock.mockReturnValue(time);
    const { allowed, remaining, resetIn } = await limiter.consume("eager");
    expect({ allowed, remaining, resetIn }).toEqual({
      allowed: false,
      remaining: 0,
      resetIn: length - time,
    });
  }

  clock.mockReturnValue(length);
  const { allowed, remaining, resetIn } = await limiter.consume("eager");
  expect({ allowed, remaining, resetIn }).toEqual({
    allowed: true,
    remaining: limit - 1,
    resetIn: length,
  });
});

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
  test("are exact over several processes", async () => {
    const subject = `shared-${process.pid}-${Date.now()}`;
    const limiters = await Promise.all(
      Array.from({ length: 3 }, () => redisLimiter(TEST_REDIS_URL)),
    );
    const allowed = await Promise.all(
      limiters.map(({ limiter }) => burst(limiter, subject, 400)),
    );
    expect(allowed.reduce((a, b) => a + b)).toBe(limit);
  });

  test("have the limit and the length that they are asked for", async () => {
    const subject = `hourly-${process.pid}-${Date.now()}`;
    const { limiter } = await redisLimiter(TEST_REDIS_URL);
    const consume = () =>
      limiter.consume(subject, { requests: 1, seconds: 3600 });
    const [first, second] = [await consume(), await consume()];
    expect([first, second].map(({ allowed }) => allowed)).toEqual([
      true,
      false,
    ]);
    for (const { resetIn } of [first, second]) {
      expect(resetIn).toBeGreaterThan(3_000_000);
      expect(resetIn).toBeLessThanOrEqual(3_600_000);
    }
  });

  test("get nothing back for a request of the window before", async () => {
    const subject = `ended-${process.pid}-${Date.now()}`;
    const { limiter } = await redisLimiter(TEST_REDIS_URL);
    const { refund, resetIn } = await limiter.consume(subject);
    const redis = new Redis(TEST_REDIS_URL);
    await redis.del(`contacts-api:window:${subject}`); // as at its end
    redis.disconnect();
    const clock = vi
      .spyOn(performance, "now")
      .mockReturnValue(performance.now() + resetIn);
    refund?.();
    clock.mockRestore();
    expect((await limiter.consume(subject)).remaining).toBe(limit - 1);
  });

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

  test.each([
    {
      name: "the password, which the error does not show",
      user: "nobody:hunter2@",
      database: "",
      reason: "WRONGPASS",
    },
    {
      name: "the database",
      user: "",
      database: "/99",
      reason: "ERR DB index is out of range",
    },
  ])(
    "end the start when Redis refuses $name",
    async ({ user, database, reason }) => {
      const { host } = new URL(TEST_REDIS_URL);
      const refused = createRedisLimiter(
        `redis://${user}${host}${database}`,
        pino({ level: "silent" }),
      );
      await expect(refused).rejects.toThrow(
        `Redis at ${host} (REDIS_URL) cannot be used: ${reason}`,
      );
      await expect(refused).rejects.toThrow(
        /[^.]\. Correct the user, the password or the database in REDIS_URL\.$/,
      );
      await expect(refused).rejects.not.toThrow(/hunter2/);
    },
  );

  test.runIf(hasOpenssl)(
    "end the start when the authority of its certificate is not known",
    async () => {
      const url = await listenLocally(
        createTlsServer(makeCertificate("IP:127.0.0.1")),
      );
      await expect(
        createRedisLimiter(`rediss://${url}`, pino({ level: "silent" })),
      ).rejects.toThrow(
        /self-signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\)\. Set NODE_EXTRA_CA_CERTS to the file /,
      );
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
