import { sql, type Kysely } from "kysely";
import type { Timestamp } from "../timestamp.ts";
import type { Tables } from "../tables.ts";

/** The place of an element in the order of its list. */
export interface Position {
  timestamp: Timestamp;
  id: string;
}

/**
 * Makes the statement that deletes the positions of elements that were deleted by `timestamp`, in
 * all workspaces, as their events expire then too (D-18). The positions of expired events stay.
 */
export const deletePositionsUpTo = (timestamp: Timestamp) =>
  sql`delete from cursor_positions where list <> 'events' and deleted_at <= ${timestamp}`;

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
