import { describe, expect, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import type { ApiError } from "../../../server/contract/api-error.ts";
import { createKeyFinder } from "../../../server/auth/find-key.ts";
import { createKey, revokeKey } from "../../../server/auth/keys.ts";
import { createGuard } from "../../../server/http/brute-force-guard.ts";
import { newSecret, type SecretKind } from "../../../server/auth/secret.ts";
import { createWindows } from "../../support/rate-windows.ts";
import { sendBytes } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";

const limit = limits.requestsPerWindow;
const server = await startServer({ trustProxy: 1 });
/** A server on which every window is used up. */
const usedUp = await startServer({
  limiter: createWindows({ requests: 0, seconds: limits.windowSeconds }),
  securityContact: "mailto:security@example.com",
});

/** Does something so many times, ten at a time: what waits too long for the database is a 503. */
async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  while (done.length < count)
    done.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, count - done.length) }, work),
      )),
    );
  return done;
}
const burst = (
  count: number,
  options: { key?: string; headers?: Record<string, string> },
) => times(count, () => server.call("/v1/contacts", options));
function statuses(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses)
    counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("a key has its window of requests, and not one more", async () => {
  const key = await server.key(["contacts:read"]);
  const before = Date.now() / 1000;
  const responses = await burst(limit + 20, { key });
  expect(statuses(responses)).toEqual({ 200: limit, 429: 20 });

  const refused = responses.find(({ status }) => status === 429);
  expect(refused?.body.error.code).toBe("rate_limited");
  expect(refused?.headers.get("x-ratelimit-remaining")).toBe("0");
  const wait = Number(refused?.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(limits.windowSeconds);
  const reset = Number(refused?.headers.get("x-ratelimit-reset"));
  expect(reset).toBeGreaterThan(before);
  expect(reset).toBeLessThanOrEqual(
    Date.now() / 1000 + limits.windowSeconds + 1,
  );

  const remaining = responses
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
  expect(remaining.sort((a, b) => a - b)).toEqual(
    Array.from({ length: limit }, (_, i) => i),
  );
});

describe("without a known key the client's address has a window of its own", () => {
  test("so that guessing keys is bounded", async () => {
    const headers = {
      "X-Forwarded-For": "203.0.113.7",
      Authorization: "Bearer guess",
    };
    expect(statuses(await burst(limit + 5, { headers }))).toEqual({
      401: limit,
      429: 5,
    });
  });

  test("in which a request that is no HTTP counts too", async () => {
    const { address } = await startServer();
    const { headers } = await fetch(`${address}/v1/contacts`);

    const refused = await sendBytes("no HTTP\r\n\r\n", address);

    expect(headers.get("x-ratelimit-remaining")).toBe(String(limit - 1));
    expect(refused.status).toBe(400);
    expect(refused.headers.get("x-ratelimit-remaining")).toBe(
      String(limit - 2),
    );
  });

  test("and a valid key behind that address is not punished", async () => {
    const key = await server.key(["contacts:read"]);
    const { status, headers } = await server.call("/v1/contacts", {
      key,
      headers: { "X-Forwarded-For": "203.0.113.7" },
    });
    expect(status).toBe(200);
    expect(headers.get("x-ratelimit-remaining")).toEqual(String(limit - 1));
  });

  describe("and beyond that many guesses that could be keys", () => {
    const headers = { "X-Forwarded-For": "203.0.113.9" };
    const newKeys = (count: number) => Array.from({ length: count }, newSecret);

    test("the others are looked up in few queries, and a key that nobody has used yet is found", async () => {
      const guess = (key: string) =>
        server.call("/v1/contacts", { key, headers });
      expect(statuses(await times(limit, () => guess(newSecret())))).toEqual({
        401: limit,
      });
      const unseen = await server.key(["contacts:read"]);
      const [found, ...guessed] = await Promise.all(
        [unseen, ...newKeys(100)].map(guess),
      );
      expect(found?.status).toBe(200);
      expect(statuses(guessed)).toEqual({ 429: 100 });
    });

    test("there are at most four of these queries in a second", async () => {
      const from = { "X-Forwarded-For": "203.0.113.10" };
      const guess = () =>
        server.call("/v1/contacts", { key: newSecret(), headers: from });
      await times(limit, guess);
      const begun = performance.now();
      for (let i = 0; i < 6; i++) expect((await guess()).status).toBe(429);
      // The first comes at the end of an interval of 250 ms; a timer may be a millisecond early.
      expect(performance.now() - begun).toBeGreaterThan(6 * 249);
    });

    /** The guard of a process, and how many of its secrets are looked up by themselves. */
    function countedGuard() {
      const { find, findInBatch } = createKeyFinder(server.store);
      const counts = { queries: 0 };
      const findLimited = createGuard()("apiKey", {
        find: (hash) => {
          counts.queries++;
          return find(hash);
        },
        findInBatch,
      });
      return { counts, findLimited };
    }

    test("a valid key is no guess", async () => {
      const { counts, findLimited } = countedGuard();
      const find = (secret: string) => findLimited(secret, () => "a");
      await times(limit - 1, () => find(newSecret()));
      const valid = await server.key(["contacts:read"]);
      expect(await find(valid)).toMatchObject({ scopes: ["contacts:read"] });
      expect(await find(newSecret())).toBeUndefined();
      expect(counts.queries).toBe(limit + 1);
    });

    test("a key that was valid is a guess once it is revoked", async () => {
      const { counts, findLimited } = countedGuard();
      const { id, key } = await createKey(server.store, {
        workspace: "test",
        scopes: [],
      });
      const find = () => findLimited(key, () => "a");
      expect(await find()).toMatchObject({ id });
      await revokeKey(server.store, id);
      expect(await find()).toBeUndefined();

      await times(limit + 5, find);

      expect(counts.queries).toBe(2 + limit);
    });

    test("a secret of another kind is another guess", async () => {
      const counts = { queries: 0 };
      const guard = createGuard();
      const findBy = (kind: SecretKind) =>
        guard(kind, {
          find: () => Promise.resolve(void counts.queries++),
          findInBatch: () => Promise.resolve(undefined),
        });
      const findKey = findBy("apiKey");
      const findToken = findBy("messengerPublicToken");
      await times(limit + 1, () => findKey(newSecret(), () => "a"));

      await findToken(newSecret("messengerPublicToken"), () => "a");

      expect(counts.queries).toBe(limit + 1);
    });

    test("a fault of the database is no guess", async () => {
      // Given a database that fails for as many secrets as a client may guess.
      const counts = { queries: 0 };
      const find = createGuard()("apiKey", {
        ...createKeyFinder(server.store),
        find: async () => {
          if (++counts.queries <= limit) throw new Error("away");
          return undefined;
        },
      });
      const guess = () => find(newSecret(), () => "a");
      await times(limit, () => expect(guess()).rejects.toThrow("away"));

      expect(await guess()).toBeUndefined();

      expect(counts.queries).toBe(limit + 1);
    });

    test("a batch that is full refuses a guess with 429", async () => {
      const { counts, findLimited } = countedGuard();
      const guess = (secret: string) =>
        findLimited(secret, () => "a").then(
          () => "unknown",
          ({ code }: ApiError) => code,
        );
      await times(limit, () => guess(newSecret()));
      const codes = await Promise.all(newKeys(1010).map(guess));
      expect(counts.queries).toEqual(limit);
      expect(codes.filter((code) => code === "rate_limited")).toHaveLength(10);
    });
  });

  test.each([
    "/docs",
    "/docs/",
    "/docs/nothing",
    "/openapi.json",
    "/robots.txt",
    "/llms.txt",
    "/.well-known/api-catalog",
    "/.well-known/security.txt",
    "/nothing",
  ])("on %s too", async (path) => {
    for (const method of ["HEAD", "OPTIONS"])
      expect(
        (await fetch(usedUp.address + path, { method, redirect: "manual" }))
          .status,
      ).toBe(429);
  });

  test("and another one for probes, which balancers send", async () => {
    const probe = async () =>
      (await fetch(`${usedUp.address}/livez`, { method: "HEAD" })).status;
    const sent = await times(limit + 10, probe);
    expect(sent.filter((status) => status === 429)).toHaveLength(10);
    expect((await fetch(`${usedUp.address}/readyz`)).status).toBe(429);
  });

  test("which an IPv6 network shares", async () => {
    const from = async (address: string) =>
      (
        await server.call("/v1/contacts", {
          headers: { "X-Forwarded-For": address },
        })
      ).headers.get("x-ratelimit-remaining");
    expect(await from("2001:db8:0:1::1")).toBe(String(limit - 1));
    expect(await from("2001:db8:0:1:ffff::2")).toBe(String(limit - 2));
    expect(await from("2001:db8:0:2::1")).toBe(String(limit - 1));
  });

  test("however a proxy writes the address; what is no address counts as the proxy", async () => {
    const left = async (forwarded: string) =>
      Number(
        (
          await server.call("/v1/contacts", {
            headers: { "X-Forwarded-For": forwarded },
          })
        ).headers.get("x-ratelimit-remaining"),
      );
    const same = [
      "203.0.113.20",
      "203.0.113.20:1",
      "9.9.9.9, 203.0.113.20:65535",
      "::ffff:203.0.113.20",
    ];
    for (const [n, text] of same.entries())
      expect(await left(text), text).toEqual(limit - 1 - n);
    const network = ["2001:db8:9::1", "[2001:db8:9::2]", "[2001:db8:9::3]:443"];
    for (const [n, text] of network.entries())
      expect(await left(text), text).toEqual(limit - 1 - n);
    const before = await left("unknown");
    const others = [
      "",
      "_hidden",
      "203.0.113.20:x",
      "9.9.9.9, 1",
      "[203.0.113.20",
      "a".repeat(1000),
    ];
    for (const [n, text] of others.entries())
      expect(await left(text), text).toEqual(before - 1 - n);
  });
});
