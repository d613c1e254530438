import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/** The time between two writes, in milliseconds. */
const interval = 10_000;
/**
 * The maximum number of uses that are noted between two writes. Further ones are noted only after
 * the next write.
 */
const maxNoted = 10_000;
/** The time for which a use is kept: more than a year, for programs that run once a year. */
const retention = "400 days";

/** A use of something deprecated. */
export interface DeprecatedUse {
  workspaceId: string;
  /** The API key; an empty text for a request without one. */
  apiKeyId: string;
  operation: string;
  /** The name of the element, as `contract/deprecated.ts` writes it. */
  name: string;
}

/**
 * Notes uses of deprecated elements, and writes the day of each use. One statement, which no
 * request waits for, writes several uses: the first use at once, later ones after some seconds. A
 * process that is killed loses the uses of these seconds. After `leaving` each use is written at
 * once. When a write fails, its uses are written with the next ones.
 * @param onError gets the error of a write
 * @returns the function that notes a use
 */
export function createDeprecatedUseNotes(
  { database, now }: Store,
  onError: (error: unknown) => void,
  leaving?: AbortSignal,
): (use: DeprecatedUse) => void {
  let uses = new Map<string, DeprecatedUse>();
  let timer: NodeJS.Timeout | undefined;
  let lastWrite = -Infinity;
  const write = () => {
    // In one order, so that servers which write the same rows at once do not wait for each other in
    // a circle.
    const written = new Map([...uses].sort(([a], [b]) => (a < b ? -1 : 1)));
    const column = (field: keyof DeprecatedUse) =>
      [...written.values()].map((use) => use[field]);
    uses = new Map();
    clearTimeout(timer);
    timer = undefined;
    lastWrite = performance.now();
    const statement = sql`
      insert into deprecated_uses (workspace_id, api_key_id, operation, name, last_day)
      select used.*, date_trunc('day', ${now()}, 'UTC')
      from unnest(${column("workspaceId")}::text[], ${column("apiKeyId")}::text[], ${column("operation")}::text[],
        ${column("name")}::text[]) used (workspace, api_key, operation, name)
      where exists (select from workspaces where id = workspace)
      on conflict (workspace_id, api_key_id, operation, name) do update set last_day = excluded.last_day
        where deprecated_uses.last_day < excluded.last_day`;
    statement.execute(database).catch((error: unknown) => {
      onError(error);
      for (const [id, use] of written) {
        if (uses.size < maxNoted) uses.set(id, use);
      }
      if (leaving?.aborted !== true) schedule();
    });
  };
  const schedule = () => {
    if (timer !== undefined) return;
    const untilNext = Math.max(0, lastWrite + interval - performance.now());
    const wait = leaving?.aborted ? 0 : untilNext;
    timer = setTimeout(write, wait).unref();
  };
  leaving?.addEventListener("abort", () => {
    if (uses.size > 0) write();
  });
  return (use) => {
    const { workspaceId, apiKeyId, operation, name } = use;
    const id = `${workspaceId} ${apiKeyId} ${operation} ${name}`;
    if (uses.has(id) || uses.size === maxNoted) return;
    uses.set(id, use);
    schedule();
  };
}

/** Deletes the uses that were not repeated within `retention`; returns their number. */
export async function deleteOldUses({ database, now }: Store): Promise<number> {
  const deleted = await database
    .deleteFrom("deprecated_uses")
    .where("last_day", "<=", sql<string>`${now()} - ${retention}::interval`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
