import type { Logger } from "pino";
import { sql } from "kysely";
import { deleteOldUses } from "../auth/deprecated-uses.ts";
import { oldestSession } from "../auth/find-visitor.ts";
import { newestForgotten } from "../api/stored-responses.ts";
import { deleteExpiredEvents } from "../api/event-retention.ts";
import { deleteOlder } from "../store/usage/delete-older.ts";
import { whileHolding } from "../store/locks.ts";
import type { Store } from "../store/store.ts";
import type { RetentionCounts } from "../telemetry/background.ts";

const hour = 60 * 60 * 1000;

/**
 * Deletes the rows whose retention has ended, unless another process is doing so.
 * @returns how many rows; undefined when another process is doing it
 */
export const applyRetention = (store: Store): Promise<number | undefined> =>
  whileHolding(store.database, "retention", async (database) => {
    let rows = await deleteExpiredEvents({ ...store, database });
    rows += await deleteOlder(
      database,
      "idempotency_keys",
      newestForgotten(store),
    );
    rows += await deleteOlder(
      database,
      "messenger_sessions",
      oldestSession(store),
    );
    rows += await deleteOldUses({ ...store, database });
    rows += await deleteOlder(database, "audit_log", sql`oldest_kept_audit()`); // the database refuses to delete others
    return rows;
  });

/** Retention of this process: from `start` on now and every hour, until `stop`. */
export function createRetention(store: Store, log: Logger) {
  const counts: RetentionCounts = {
    succeeded: 0,
    failed: 0,
    rows: 0,
    seconds: 0,
  };
  const run = async () => {
    const start = performance.now();
    try {
      const rows = await applyRetention(store);
      if (rows === undefined) return;
      counts.succeeded++;
      counts.rows += rows;
      log.info({ rows }, "expired rows were deleted");
    } catch (err) {
      counts.failed++;
      log.error(
        { err },
        "expired rows could not be deleted; the next try is in an hour",
      );
    }
    counts.seconds += (performance.now() - start) / 1000;
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    counts,
    start: () => {
      void run();
      timer = setInterval(() => void run(), hour);
    },
    stop: () => clearInterval(timer),
  };
}
