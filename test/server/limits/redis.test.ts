import { Redis } from "ioredis";
import { createServer as createTlsServer } from "node:tls";
import { pino } from "pino";
import { describe, expect, test, vi } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { createRedisLimiter } from "../../../server/limits/redis.ts";
import { hasOpenssl, makeCertificate } from "../../support/certificate.ts";
import { burst, redisLimiter } from "../../support/limiter.ts";
import { listenLocally } from "../../support/raw.ts";
import { onPostgres } from "../../support/store.ts";

const { TEST_REDIS_URL = "" } = process.env;
const limit = limits.requestsPerWindow;

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
});
