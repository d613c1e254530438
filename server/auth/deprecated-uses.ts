import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/** The time between two writes, in milliseconds. */
const interval = 10_000;
/**
 * The maximum number of uses that are noted between two writes; further ones are noted after the
 * next.
 */
const most = 10_000;
/** The time for which a use is kept: more than a year, for programs that run once a year. */
const kept = "400 days";

/** A use of something deprecated. */
export interface DeprecatedUse {
  workspaceId: string;
  /** The API key; an empty text for a visitor of the messenger. */
  apiKeyId: string;
  operation: string;
  /** The name of the element, as `contract/deprecated.ts` writes it. */
  name: string;
}

/**
 * Notes uses of deprecated elements, and writes the day of each with one statement that no request
 * waits for: the first use at once, others after some seconds. A process that is killed loses these
 * seconds. After `leaving` each use is written at once. Uses that cannot be written are written with
 * the next ones.
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
  let last = -Infinity;
  const write = () => {
    // In one order, so that servers which write the same rows at once do not wait for each other in
    // a circle.
    const written = new Map([...uses].sort(([a], [b]) => (a < b ? -1 : 1)));
    const column = (field: keyof DeprecatedUse) =>
      [...written.values()].map((use) => use[field]);
    uses = new Map();
    clearTimeout(timer);
    timer = undefined;
    last = performance.now();
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
      for (const [id, use] of written) if (uses.size < most) uses.set(id, use);
      if (leaving?.aborted !== true) schedule();
    });
  };
  const schedule = () => {
    const wait = leaving?.aborted
      ? 0
      : Math.max(0, last + interval - performance.now());
    timer ??= setTimeout(write, wait).unref();
  };
  leaving?.addEventListener("abort", () => {
    if (uses.size > 0) write();
  });
  return (use) => {
    const { workspaceId, apiKeyId, operation, name } = use;
    const id = `${workspaceId} ${apiKeyId} ${operation} ${name}`;
    if (uses.has(id) || uses.size === most) return;
    uses.set(id, use);
    schedule();
  };
}

/** Deletes the uses that nobody has repeated for long. */
export async function deleteOldUses({ database, now }: Store): Promise<number> {
  const deleted = await database
    .deleteFrom("deprecated_uses")
    .where("last_day", "<=", sql<string>`${now()} - ${kept}::interval`)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
