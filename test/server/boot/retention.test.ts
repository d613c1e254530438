import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createRetention } from "../../../server/boot/retention.ts";
import { whileHolding } from "../../../server/store/locks.ts";
import type { Store } from "../../../server/store/store.ts";
import { createLog } from "../../../server/telemetry/log.ts";
import { onPostgres, openTestStore } from "../../support/store.ts";

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

test.runIf(onPostgres)(
  "a deletion that another process does already is no run of this one",
  async () => {
    const [store, lines] = [await openTestStore(), [] as string[]];
    const log = createLog("info", { write: (line) => lines.push(line) });
    const retention = createRetention(store, log);
    onTestFinished(retention.stop);

    await whileHolding(store.database, "retention", async () => {
      retention.start();
      await expect.poll(() => triesOfLock(store)).toBe(2);
    });

    expect(lines).toEqual([]);
    expect(retention.counts).toMatchObject({ succeeded: 0, failed: 0 });
  },
);

/** Counts the sessions whose last statement tried to take a lock. */
async function triesOfLock({ database }: Store): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where query like '%pg_try_advisory_lock%' and state = 'idle' and datname = current_database()`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}
