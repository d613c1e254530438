import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Store } from "../../store/store.ts";

/**
 * Reports for how long the oldest transaction that has written is open, in seconds; 0 when there is none, NaN when the
 * database cannot be reached. Others wait for its locks, and what it wrote is in no list and no feed yet.
 */
export function reportTransactions(registry: Registry, { database }: Store): void {
  new Gauge({
    name: "contacts_api_oldest_write_seconds",
    help: "Seconds since the start of the oldest open transaction of this database that has written",
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ seconds: number }>`
        select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8 as seconds
        from pg_stat_activity where backend_xid is not null and datname = current_database()`
        .execute(database)
        .catch(() => ({ rows: [] }));
      this.set(rows[0]?.seconds ?? NaN);
    },
  });
}
