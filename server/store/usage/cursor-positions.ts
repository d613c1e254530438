import { sql, type Kysely } from "kysely";
import type { Timestamp } from "../timestamp.ts";
import type { Tables } from "../tables.ts";

/** The place of an element in the order of its list. */
export interface Position {
  timestamp: Timestamp;
  id: string;
}

/**
 * Deletes the positions of elements that were deleted by `timestamp`, in all workspaces, as their
 * events expire then too (D-18). The position of the newest expired event stays.
 * @returns the bytes to take off the usage
 */
export async function deletePositionsUpTo(
  database: Kysely<Tables>,
  timestamp: Timestamp,
): Promise<{ workspace_id: string; bytes: number }[]> {
  const { rows } = await sql<{ workspace_id: string; bytes: number }>`
    with deleted as (
      delete from cursor_positions where list <> 'events' and deleted_at <= ${timestamp} returning workspace_id, bytes
    )
    select workspace_id, sum(bytes)::float8 as bytes from deleted group by workspace_id`.execute(
    database,
  );
  return rows;
}

/**
 * Returns a function that reads the position of a deleted element of a list; undefined when the
 * list never had it.
 */
export const savedPosition =
  (list: string) =>
  (
    database: Kysely<Tables>,
    { workspaceId }: { workspaceId: string },
    id: string,
  ): Promise<Position | undefined> =>
    database
      .selectFrom("cursor_positions")
      .select(["created_at as timestamp", "id"])
      .where("workspace_id", "=", workspaceId)
      .where("list", "=", list)
      .where("id", "=", id)
      .executeTakeFirst();
