import type {
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
} from "kysely";
import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";
import { openTestStore } from "../../support/store.ts";

test("the probes need no key; readiness goes with the database, liveness does not", async () => {
  const server = await startServer();
  const status = async (path: string) =>
    (await fetch(server.address + path)).status;
  expect([await status("/livez"), await status("/readyz")]).toEqual([200, 200]);
  expect([await status("/livez/"), await status("/READYZ")]).toEqual([
    401, 401,
  ]); // no other spelling
  await server.store.database.destroy();
  await expect.poll(() => status("/readyz"), { timeout: 5000 }).toBe(503);
  expect(await status("/livez")).toBe(200);
});

test("however many ask, the database is asked once in a second", async () => {
  let questions = 0;
  const count = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => {
      questions++;
      return node;
    },
    transformResult: ({ result }: PluginTransformResultArgs) =>
      Promise.resolve(result),
  };
  const store = await openTestStore();
  const server = await startServer({
    store: { ...store, database: store.database.withPlugin(count) },
  });
  const began = performance.now();
  for (let n = 0; n < 30; n++) {
    await Promise.all(
      Array.from({ length: 10 }, () => fetch(`${server.address}/readyz`)),
    );
  }
  // Two for each second that has begun, and two for what timers of the server ask meanwhile.
  const seconds = Math.floor((performance.now() - began) / 1000) + 1;
  expect(questions).toBeGreaterThan(0);
  expect(questions).toBeLessThanOrEqual(2 * seconds + 2);
});
