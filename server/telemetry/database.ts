import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { statfs } from "node:fs/promises";
import type { Registry } from "prom-client";
import { evaluate } from "../store/statement.ts";
import type { OpenStore } from "../store/open/open-store.ts";
import type { Store } from "../store/store.ts";
import { suspendedWorkspaces } from "../webhooks/search.ts";
import { reportGauge } from "./report.ts";

/**
 * The maximum number of deliveries that are counted, so that a long backlog takes no longer to
 * count.
 */
const maxDeliveries = 10_000;
/** The time for which a count is reported before it is counted again, in milliseconds. */
const freshness = 5000;

/**
 * Reports how the database is: what concerns the whole of it, every process reports alike; NaN when
 * it cannot be reached.
 * @param folder of the embedded store
 */
export function reportDatabase(
  registry: Registry,
  store: OpenStore,
  folder: string | undefined,
): void {
  const { pool } = store;
  reportGauge(registry, {
    name: "contacts_api_database_connections",
    help: "Connections to the database that are used and idle, and requests that wait for a connection",
    labelNames: ["state"],
    read: () => [
      [{ state: "used" }, pool.totalCount - pool.idleCount],
      [{ state: "idle" }, pool.idleCount],
      [{ state: "waiting" }, pool.waitingCount],
    ],
  });
  // Others wait for its locks, and what it wrote is in no list and no feed yet.
  reportGauge(registry, {
    name: "contacts_api_oldest_write_seconds",
    help: "Seconds since the start of the oldest open transaction of this database that has written",
    read: () => oldestWrite(store).catch(() => NaN),
  });
  // While they may not be used, every request queries the database for its key.
  const isCurrent = store.revocations.follow(() => undefined);
  reportGauge(registry, {
    name: "contacts_api_key_cache_usable",
    help: "0 while this process does not know which keys were revoked, and reads each from the database",
    read: () => Number(isCurrent()),
  });
  reportGauge(registry, {
    name: "contacts_api_workspaces_suspended",
    help: "Workspaces that the operator has suspended",
    read: () =>
      suspendedWorkspaces(store.database).then(
        ({ length }) => length,
        () => NaN,
      ),
  });
  reportBacklog(registry, store);
  if (folder === undefined) return;
  reportGauge(registry, {
    name: "contacts_api_data_free_bytes",
    help: "Free bytes on the disk of DATA_DIR, which the embedded database can use",
    read: () =>
      statfs(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => NaN,
      ),
  });
}

function oldestWrite({ database }: Store): Promise<number> {
  const seconds = sql<number>`(
    select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float8
    from pg_stat_activity where backend_xid is not null and datname = current_database())`;
  return evaluate(database, seconds);
}

/** The pending deliveries of the whole database. */
interface Backlog {
  pending: number;
  /** The time for which the oldest due attempt has been due, in seconds. */
  overdue: number;
}

function reportBacklog(registry: Registry, store: Store): void {
  const cache = new LRUCache<"backlog", Backlog>({
    max: 1,
    ttl: freshness,
    fetchMethod: () => findBacklog(store),
  });
  const backlog = () => cache.fetch("backlog").catch(() => undefined);
  reportGauge(registry, {
    name: "contacts_api_deliveries_pending",
    help: `Pending deliveries, at most ${maxDeliveries}`,
    read: async () => (await backlog())?.pending ?? NaN,
  });
  reportGauge(registry, {
    name: "contacts_api_deliveries_overdue_seconds",
    help: "Seconds since the oldest due attempt became due, but for those of suspended workspaces",
    read: async () => (await backlog())?.overdue ?? NaN,
  });
}

async function findBacklog(store: Store): Promise<Backlog> {
  const { database, now } = store;
  const { rows } = await sql<Backlog>`
    select count(*)::integer as pending, ${secondsSince(now, sql`min(next_attempt_at)`)} as overdue
    from (
      select next_attempt_at from webhook_deliveries
      where status = 'pending' order by next_attempt_at limit ${maxDeliveries}
    ) as earliest`.execute(database);
  const backlog = rows[0] ?? { pending: 0, overdue: 0 };
  const suspended = await suspendedWorkspaces(database);
  if (suspended.length === 0) return backlog;
  return { ...backlog, overdue: await overdueBeside(store, suspended) };
}

/**
 * The same seconds without the suspended workspaces, whose deliveries can be the oldest: each
 * webhook costs one lookup.
 */
async function overdueBeside(
  { database, now }: Store,
  suspended: string[],
): Promise<number> {
  const { rows } = await sql<{ overdue: number }>`
    select ${secondsSince(now, sql`min(delivery.next_attempt_at)`)} as overdue
    from webhooks cross join lateral (
      select next_attempt_at from webhook_deliveries
      where workspace_id = webhooks.workspace_id and webhook_id = webhooks.id and next_attempt_at is not null
      order by next_attempt_at limit 1
    ) delivery
    where webhooks.workspace_id <> all(${suspended})`.execute(database);
  return rows[0]?.overdue ?? 0;
}

const secondsSince = (now: Store["now"], timestamp: RawBuilder<unknown>) =>
  sql`greatest(0, coalesce(extract(epoch from ${now()} - ${timestamp}), 0))::float8`;
