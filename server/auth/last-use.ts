import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/** How often uses are written, in milliseconds, and how old `last_used_at` is at least when it is written. */
const interval = 60_000;
/** How many keys are noted between two writes; further ones are noted after the next. */
const most = 10_000;

/**
 * Notes that keys are used, and writes it to `last_used_at` of all of them with one statement a minute, which no request
 * waits for. So `last_used_at` is up to two minutes late; the end of the process, or a database that cannot be written,
 * loses the uses of the last minute.
 */
export function createUseNotes({ database, now }: Store): (id: string) => void {
  const used = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let last = -Infinity;
  const write = () => {
    const ids = [...used].sort();
    used.clear();
    timer = undefined;
    last = performance.now();
    database
      .updateTable("api_keys")
      .set({ last_used_at: now() })
      .where("id", "=", sql<string>`any(${ids})`)
      .where(
        sql<boolean>`coalesce(last_used_at <= ${now()} - make_interval(secs => ${interval / 1000}), true)`,
      )
      .execute()
      .catch(() => undefined);
  };
  return (id) => {
    if (used.size < most) used.add(id);
    timer ??= setTimeout(write, Math.max(0, last + interval - performance.now())).unref();
  };
}
