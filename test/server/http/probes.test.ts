import {
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  sql,
} from "kysely";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../support/server.ts";
import { openTestStore } from "../../support/store.ts";

test("the probes need no key; readiness goes with the database, liveness does not", async () => {
  const server = await startServer();
  const status = async (path: string) =>
    (await fetch(server.address + path)).status;
  expect(await status("/livez")).toBe(200);
  expect(await status("/readyz")).toBe(200);
  expect(await status("/livez/")).toBe(401);
  expect(await status("/READYZ")).toBe(401); // no other spelling
  await server.store.database.destroy();
  await expect.poll(() => status("/readyz"), { timeout: 5000 }).toBe(503);
  expect(await status("/livez")).toBe(200);
});

test("a probe has no ETag, so that a monitor which keeps responses gets no 304", async () => {
  const server = await startServer();
  for (const path of ["/livez", "/readyz"]) {
    const { headers } = await fetch(server.address + path);
    expect(headers.get("etag"), path).toBeNull();
  }
});

test("a server is not ready while a migration of its version is missing, also one that adds no column", async () => {
  const server = await startServer();
  await sql`delete from migrations where name = '0005-articles-rows'`.execute(
    server.store.database,
  );
  const ready = async () => (await fetch(`${server.address}/readyz`)).status;
  await expect.poll(ready, { timeout: 5000 }).toBe(503);
});

test("however many ask, the database is asked once in a second", async () => {
  const asked: number[] = [];
  const note = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      const isOfProbe = JSON.stringify(node).includes("transaction_read_only");
      if (isOfProbe) asked.push(performance.now());
      return node;
    },
    transformResult: ({ result }: PluginTransformResultArgs) =>
      Promise.resolve(result),
  };
  const store = await openTestStore();
  const server = await startServer({
    store: { ...store, database: store.database.withPlugin(note) },
  });
  while (asked.length < 3) {
    // Ten at once, five times a second, are below the limit of requests.
    await Promise.all([
      setTimeout(200),
      ...Array.from({ length: 10 }, () => fetch(`${server.address}/readyz`)),
    ]);
  }
  const pauses = asked.slice(1).map((time, i) => time - (asked[i] ?? 0));
  // A millisecond less, as the cache reads the clock once in a millisecond.
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(999);
});

test("a server whose database does not respond is not ready after three seconds", async () => {
  let respond = () => {};
  const silence = new Promise<void>((resolve) => (respond = resolve));
  const silent = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => node,
    transformResult: ({ result }: PluginTransformResultArgs) =>
      silence.then(() => result),
  };
  const store = await openTestStore();
  onTestFinished(() => respond());
  const server = await startServer({
    store: { ...store, database: store.database.withPlugin(silent) },
  });
  const asked = performance.now();
  expect((await fetch(`${server.address}/readyz`)).status).toBe(503);
  // Three seconds, and what a busy machine adds.
  expect(performance.now() - asked).toBeLessThan(10_000);
});
