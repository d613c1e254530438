import { afterAll, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../server/store/postgres.ts";
import { startServer } from "../support/server.ts";
import { addressOf, onPostgres } from "../support/store.ts";
import { createDriver } from "./driver.ts";
import { examine } from "./harness.ts";
import { checkAfterRestart } from "./laws.ts";
import { modes, write, type ModeName } from "./modes.ts";
import { everyOperation } from "../support/operation.ts";
import { createWorld } from "./driver.ts";

// Most other tests have tables in one piece.
const server = await startServer({ trustProxy: true, localWebhooks: true, partitioned: true });
const world = await createWorld(server);
const driver = createDriver(server, world);
const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);

test.each(
  everyOperation.flatMap((operation) =>
    (Object.keys(modes) as ModeName[]).map((mode) => ({ operation, mode })),
  ),
)("$operation.id: $mode", async ({ operation, mode }) => {
  const report = await examine(driver, operation, mode, { seed, effort: 1 });
  if (report) expect.fail(report.text);
});

test("what writes say is what a server says that has just started", async () => {
  const repeatable = everyOperation.filter(({ parameters }) =>
    parameters.some(({ name }) => name === "Idempotency-Key"),
  );
  // No write changes what an earlier one said: a batch would, and a contact shows its conversations and tickets.
  const writes = [
    ...repeatable.filter(({ id }) => id !== "batchContacts"),
    ...everyOperation.filter(({ method }) => method === "PATCH").toReversed(),
  ];
  const exchanges = [];
  for (const operation of writes) exchanges.push(await write(driver, operation));
  // Only one process at a time has an embedded store open.
  const store = onPostgres ? await openPostgres(await addressOf(server.store)) : server.store;
  if (onPostgres) onTestFinished(store.close);
  const { cipher } = server;
  const restarted = await startServer({ store, cipher, trustProxy: true, localWebhooks: true });
  const later = createDriver(restarted, world);
  for (const exchange of exchanges) await checkAfterRestart(later, exchange);
});

afterAll(() => console.log(`${driver.sent()} requests, seed ${seed}`));
