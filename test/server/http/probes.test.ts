import type {
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
} from "kysely";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
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
