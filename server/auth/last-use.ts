import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/**
 * The time between two writes, in milliseconds, and the minimum age of a `last_used_at` that is
 * written again.
 */
const interval = 60_000;
/**
 * The maximum number of keys, and of workspaces, that are noted between two writes. Further ones
 * are noted only after the next write.
 */
const maxNoted = 10_000;

/**
 * Notes the keys that are used, and counts the requests of each workspace. Once a minute, one
 * statement that no request waits for writes the `last_used_at` of the keys and the counts. So both
 * are up to two minutes late. The end of the process, or a database that cannot be written, loses
 * the uses of the last minute.
 * @returns the function that notes a request: its workspace, and the key that it was sent with
 */
export function createUseNotes({
  database,
  now,
}: Store): (workspaceId: string, key?: string) => void {
  const keys = new Set<string>();
  const requests = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = -Infinity;
  const write = () => {
    // In one order, so that servers which write the same rows at once do not wait for each other in
    // a circle.
    const keyIds = [...keys].sort();
    const counts = [...requests].sort();
    const workspaceIds = counts.map(([workspaceId]) => workspaceId);
    const requestCounts = counts.map(([, count]) => count);
    const statement = sql`
      with used as (
        update api_keys set last_used_at = ${now()}
        where id = any(${keyIds})
          and coalesce(last_used_at <= ${now()} - make_interval(secs => ${interval / 1000}), true)
      ), expired as (
        delete from request_counts where period <= ${now()} - interval '1 hour'
      )
      insert into request_counts (workspace, period, count)
      select workspace, date_bin('10 minutes', ${now()}, 'epoch'), count
      from unnest(${workspaceIds}::text[], ${requestCounts}::bigint[]) noted (workspace, count)
      where exists (select from workspaces where id = workspace)
      on conflict (workspace, period) do update set count = request_counts.count + excluded.count`;
    keys.clear();
    requests.clear();
    timer = undefined;
    lastWrite = performance.now();
    statement.execute(database).catch(() => undefined);
  };
  return (workspaceId, key) => {
    if (key !== undefined && keys.size < maxNoted) keys.add(key);
    const count = requests.get(workspaceId) ?? 0;
    if (count > 0 || requests.size < maxNoted)
      requests.set(workspaceId, count + 1);
    if (timer !== undefined) return;
    const wait = Math.max(0, lastWrite + interval - performance.now());
    timer = setTimeout(write, wait).unref();
  };
}
