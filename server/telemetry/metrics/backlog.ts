import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Store } from "../../store/store.ts";

/** How many deliveries are counted at most, so that a long backlog takes no longer to count. */
const most = 10_000;
/** How long a count is reported before it is counted again, in milliseconds. */
const freshness = 5000;

/** The pending deliveries of the whole database: every process reports the same. */
interface Backlog {
  pending: number;
  /** For how many seconds the oldest due attempt has been due. */
  overdue: number;
}

/** Reports the pending deliveries; NaN when the database cannot be reached. */
export function reportBacklog(registry: Registry, store: Store): void {
  let found: { at: number; backlog: Promise<Backlog> } | undefined;
  const backlog = () => {
    const now = performance.now();
    if (!found || now - found.at > freshness) found = { at: now, backlog: findBacklog(store) };
    return found.backlog.catch(() => ({ pending: NaN, overdue: NaN }));
  };
  new Gauge({
    name: "contacts_api_deliveries_pending",
    help: `Pending deliveries, at most ${most}`,
    registers: [registry],
    async collect() {
      this.set((await backlog()).pending);
    },
  });
  new Gauge({
    name: "contacts_api_deliveries_overdue_seconds",
    help: "Seconds since the oldest due attempt became due",
    registers: [registry],
    async collect() {
      this.set((await backlog()).overdue);
    },
  });
}

async function findBacklog({ database, now }: Store): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::integer as pending,
      greatest(0, coalesce(extract(epoch from ${now()} - min(next_attempt_at)), 0))::float8 as overdue
    from (
      select next_attempt_at from webhook_deliveries
      where status = 'pending' order by next_attempt_at limit ${most}
    ) as earliest`.execute(database);
  return rows[0] ?? { pending: 0, overdue: 0 };
}
