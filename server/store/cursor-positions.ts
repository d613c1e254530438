import { sql, type Kysely, type RawBuilder } from "kysely";
import { planEachTime } from "./driver.ts";
import { rowBytes, type CountedTable } from "./ledger.ts";
import { adjustLedger, type Transaction } from "./pending-writes.ts";
import type { Timestamp } from "./timestamp.ts";
import type { Tables } from "./tables.ts";

/** The place of an element in the order of its list. */
export interface Position {
  timestamp: Timestamp;
  id: string;
}

/** The lists that stay when their elements are deleted: those whose table has this name. */
const lists: (keyof Tables)[] = [
  "contacts",
  "conversations",
  "tickets",
  "webhooks",
];

/**
 * Deletes rows of a workspace, and gives back to the ledger what they count; webhooks count nothing. Of those that are elements of
 * a list it keeps the positions, so that their ids stay cursors (D-18).
 * @returns how many they were
 */
export async function deleteRows(
  tx: Transaction,
  table: CountedTable | "webhooks",
  where: RawBuilder<unknown>,
): Promise<number> {
  const saved = sql`, saved as (
    insert into cursor_positions (workspace_id, list, id, created_at, deleted_at, bytes)
    select workspace_id, ${sql.lit(table)}, id, created_at, ${await tx.now()}::timestamptz, ${sql.lit(rowBytes)} from deleted
    on conflict do nothing
    returning bytes
  )`;
  const isList = lists.includes(table);
  const statement = sql<{ count: number; bytes: number }>`
    ${planEachTime} with deleted as (
      delete from ${sql.table(table)} where workspace_id = ${tx.workspaceId} and ${where} returning *
    ) ${isList ? saved : sql``}
    select count(*)::integer as count, (
      ${table === "webhooks" ? sql.lit(0) : sql`coalesce(sum(bytes), 0)`}
      - ${isList ? sql`(select coalesce(sum(bytes), 0) from saved)` : sql.lit(0)}
    )::float8 as bytes
    from deleted`;
  const { rows } = await statement.execute(tx.database);
  const { count, bytes } = rows[0] ?? { count: 0, bytes: 0 };
  adjustLedger(tx, {
    contacts: table === "contacts" ? -count : 0,
    bytes: -bytes,
  });
  return count;
}

/**
 * Deletes the positions of what was deleted at a time or before, of all workspaces: with the events of then (D-18). The
 * position of the newest expired event stays.
 * @returns what the ledger has to be given back
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

/** Gives the function that tells where an element stood which a list no longer has; undefined when it never had it. */
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
