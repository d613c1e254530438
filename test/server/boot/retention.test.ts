import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  applyRetention,
  createRetention,
} from "../../../server/boot/retention.ts";
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

test("expired rows are deleted at the start, and again each hour", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await openTestStore();
  const retention = createRetention(store, createLog("silent"));
  onTestFinished(retention.stop);

  retention.start();
  await expect.poll(() => retention.counts.succeeded).toBe(1);
  vi.advanceTimersByTime(60 * 60 * 1000);

  await expect.poll(() => retention.counts.succeeded).toBe(2);
});

test("an expired row that takes too long fails the deletion, after those before it are deleted", async () => {
  const store = await openTestStore();
  await sql`
    insert into audit_log (id, created_at, by, command)
    select 'audit_' || n, now() - interval '5 years' + n * interval '1 day', 'eva', 'keys list'
    from generate_series(1, 3) n`.execute(store.database);
  await sql`
    create function too_long() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = '57014';
    end $$`.execute(store.database);
  await sql`
    create trigger too_long before delete on audit_log for each row when (old.id = 'audit_2')
    execute function too_long()`.execute(store.database);

  await expect(applyRetention(store)).rejects.toMatchObject({ code: "57014" });

  const { rows } = await sql`select id from audit_log order by id`.execute(
    store.database,
  );
  expect(rows).toEqual([{ id: "audit_2" }, { id: "audit_3" }]);
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
    // The next one has its turn, also when it is in another process.
    const { rows } =
      await sql`select from pg_locks where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`.execute(
        store.database,
      );
    expect(rows).toEqual([]);
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
