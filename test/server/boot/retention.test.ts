import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createRetention } from "../../../server/boot/retention.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { openTestStore } from "../../support/store.ts";

test("a deletion of expired rows that fails is counted, and logged with its cause", async () => {
  const store = await openTestStore();
  await sql`alter table idempotency_keys rename to elsewhere`.execute(
    store.database,
  );
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const retention = createRetention(store, log);
  onTestFinished(retention.stop);

  const began = performance.now();
  retention.start();

  await expect.poll(() => lines).toHaveLength(1);
  expect(JSON.parse(lines.join(""))).toMatchObject({
    msg: "expired rows could not be deleted; the next try is in an hour",
    err: { message: expect.stringContaining("idempotency_keys") },
  });
  expect(retention.counts).toMatchObject({ succeeded: 0, failed: 1, rows: 0 });
  const elapsed = (performance.now() - began) / 1000;
  expect(retention.counts.seconds).toBeGreaterThan(0);
  expect(retention.counts.seconds).toBeLessThan(elapsed);
});
