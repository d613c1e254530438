import { expect, test } from "vitest";
import { startServer } from "../../support/server.ts";

test("the probes need no key; readiness goes with the database, liveness does not", async () => {
  const server = await startServer();
  const status = async (path: string) => (await fetch(server.address + path)).status;
  expect([await status("/livez"), await status("/readyz")]).toEqual([200, 200]);
  await server.store.database.destroy();
  expect([await status("/livez"), await status("/readyz")]).toEqual([200, 503]);
});
