import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/**
 * The time between two writes, in milliseconds, and the minimum age of a `last_used_at` that is
 * written again.
 */
const interval = 60_000;
/**
 * The maximum number of keys and workspaces that are noted between two writes; further ones are
 * noted after the next.
 */
const maxNoted = 10_000;

/**
 * Notes who sends requests, and writes once a minute, with one statement which no request waits
 * for, the `last_used_at` of keys and the requests of workspaces. So these are up to two minutes
 * late; the end of the process, or a database that cannot be written, loses the uses of the last
 * minute.
 * @returns the function that notes a request: its workspace, and the key that it was sent with
 */
export function createUseNotes({
  database,
  now,
}: Store): (workspaceId: string, key?: string) => void {
  const keys = new Set<string>();
  const requests = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let last = -Infinity;
  const write = () => {
    const counts = [...requests].sort();
    const statement = sql`
      with used as (
        update api_keys set last_used_at = ${now()}
        where id = any(${[...keys].sort()})
          and coalesce(last_used_at <= ${now()} - make_interval(secs => ${interval / 1000}), true)
      ), expired as (
        delete from request_counts where period <= ${now()} - interval '1 hour'
      )
      insert into request_counts (workspace, period, count)
      select workspace, date_bin('10 minutes', ${now()}, 'epoch'), count
      from unnest(${counts.map(([id]) => id)}::text[], ${counts.map(([, count]) => count)}::bigint[]) noted (workspace, count)
      where exists (select from workspaces where id = workspace)
      on conflict (workspace, period) do update set count = request_counts.count + excluded.count`;
    keys.clear();
    requests.clear();
    timer = undefined;
    last = performance.now();
    statement.execute(database).catch(() => undefined);
  };
  return (workspaceId, key) => {
    if (key !== undefined && keys.size < maxNoted) keys.add(key);
    const count = requests.get(workspaceId) ?? 0;
    if (count > 0 || requests.size < maxNoted)
      requests.set(workspaceId, count + 1);
    timer ??= setTimeout(
      write,
      Math.max(0, last + interval - performance.now()),
    ).unref();
  };
}
