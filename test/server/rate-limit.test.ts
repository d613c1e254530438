import { describe, expect, test } from "vitest";
import { limits } from "../../generated/catalogue.ts";
import type { ApiError } from "../../server/contract/api-error.ts";
import { createKeyFinder } from "../../server/keys/find-key.ts";
import { limitGuesses } from "../../server/middleware/limit-guesses.ts";
import { newSecret } from "../../server/keys/secret.ts";
import { startServer } from "../support/server.ts";

const limit = limits.requestsPerWindow;
const server = await startServer({ trustProxy: 1 });

const burst = (count: number, options: { key?: string; headers?: Record<string, string> }) =>
  Promise.all(Array.from({ length: count }, () => server.call("/v1/contacts", options)));
function statuses(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
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
  expect(reset).toBeLessThanOrEqual(Date.now() / 1000 + limits.windowSeconds + 1);

  const remaining = responses
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, i) => i));
});

describe("without a known key the client's address has a window of its own", () => {
  test("so that guessing keys is bounded", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.7", Authorization: "Bearer guess" };
    expect(statuses(await burst(limit + 5, { headers }))).toEqual({ 401: limit, 429: 5 });
  });

  test("and a valid key behind that address is not punished", async () => {
    const key = await server.key(["contacts:read"]);
    const { status, headers } = await server.call("/v1/contacts", {
      key,
      headers: { "X-Forwarded-For": "203.0.113.7" },
    });
    expect([status, headers.get("x-ratelimit-remaining")]).toEqual([200, String(limit - 1)]);
  });

  test("and guesses that could be keys are looked up no more often than that", async () => {
    const headers = { "X-Forwarded-For": "203.0.113.9" };
    const known = await server.key(["contacts:read"]);
    expect((await server.call("/v1/contacts", { key: known, headers })).status).toBe(200);
    let lookUps = 0;
    const find = createKeyFinder(server.store);
    const findLimited = limitGuesses((secret) => {
      lookUps++;
      return find(secret);
    });
    const guess = () =>
      findLimited(newSecret(), "a").then(
        () => "unknown",
        ({ code }: ApiError) => code,
      );
    const found = await Promise.all(Array.from({ length: limit + 20 }, guess));
    expect([lookUps, found.filter((code) => code === "rate_limited").length]).toEqual([limit, 20]);
    await Promise.all(
      Array.from({ length: limit + 20 }, () => server.call("/v1/contacts", { key: newSecret(), headers })),
    );

    const unseen = await server.key(["contacts:read"]);
    const status = async (key: string) => (await server.call("/v1/contacts", { key, headers })).status;
    expect([await status(known), await status(unseen)]).toEqual([200, 429]);
  });

  test.each([
    ["/docs", 1],
    ["/docs/", 2],
    ["/docs/nothing", 3],
    ["/openapi.json", 4],
    ["/livez", 5],
    ["/readyz", 6],
    ["/nothing", 7],
  ])("on %s too", async (path, n) => {
    const options = { method: "HEAD", headers: { "X-Forwarded-For": `203.0.114.${n}` } };
    const ask = () => fetch(server.address + path, { ...options, redirect: "manual" });
    const statuses: number[] = [];
    while (statuses.length < limit + 10) {
      const responses = await Promise.all(Array.from({ length: 10 }, ask));
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  test("which an IPv6 network shares", async () => {
    const from = async (address: string) =>
      (await server.call("/v1/contacts", { headers: { "X-Forwarded-For": address } })).headers.get(
        "x-ratelimit-remaining",
      );
    expect(await from("2001:db8:0:1::1")).toBe(String(limit - 1));
    expect(await from("2001:db8:0:1:ffff::2")).toBe(String(limit - 2));
    expect(await from("2001:db8:0:2::1")).toBe(String(limit - 1));
  });
});
