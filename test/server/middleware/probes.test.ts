import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

test("the probes need no key; readiness goes with the database, liveness does not", async () => {
  const server = await startServer();
  const status = async (path: string) => (await fetch(server.address + path)).status;
  expect([await status("/livez"), await status("/readyz")]).toEqual([200, 200]);
  expect([await status("/livez/"), await status("/READYZ")]).toEqual([401, 401]); // no other spelling
  await server.store.database.destroy();
  await expect.poll(() => status("/readyz"), { timeout: 5000 }).toBe(503);
  expect(await status("/livez")).toBe(200);
});

test("however many ask, the database is asked once in a second", async () => {
  const server = await startServer();
  const began = performance.now();
  await Promise.all(Array.from({ length: 300 }, () => fetch(`${server.address}/readyz`)));
  await server.store.database.destroy();
  const { status } = await fetch(`${server.address}/readyz`);
  // What is told in the same second was found when the database was still there.
  if (performance.now() - began < 1000) expect(status).toBe(200);
});
