import { afterAll, expect, test } from "vitest";
import { everyOperation } from "../support/operation.ts";
import { startServer } from "../support/server.ts";
import { createDriver, createWorkspaces } from "./driver.ts";
import { examine } from "./examine.ts";
import { modeNames } from "./mode-names.ts";

// Most other tests have tables in one piece.
const server = await startServer({
  trustProxy: true,
  localWebhooks: true,
  partitioned: true,
});
const world = await createWorkspaces(server);
const driver = createDriver(server, world);
const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);

test.each(
  everyOperation.flatMap((operation) =>
    modeNames.map((mode) => ({ operation, mode })),
  ),
)("$operation.id: $mode", async ({ operation, mode }) => {
  const report = await examine(driver, operation, mode, { seed, effort: 1 });
  if (report) expect.fail(report.text);
});

afterAll(() => console.log(`${driver.sent()} requests, seed ${seed}`));
