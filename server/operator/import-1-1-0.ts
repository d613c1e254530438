import { sql } from "kysely";
import type { Store } from "../store/store.ts";
import type { Row } from "./export-file.ts";

/** Recognizes a workspace that version 1.1.0, or a commit after it, has exported. */
export const isOf110 = (workspace: object): boolean =>
  "last_ticket_number" in workspace;

/**
 * Gives rows of 1.1.0 the columns of this version. Conversations come before what refers to them,
 * in a file as in the tables.
 */
export async function upgradeRows(
  database: Store["database"],
  table: string,
  rows: Row[],
): Promise<Row[]> {
  switch (table) {
    case "workspaces":
      return rows.map(({ last_ticket_number: _, ...row }) => row);
    case "contacts":
    case "conversations":
      return rows.map((row) => ({
        ...row,
        updated_at: row["updated_at"] ?? row["created_at"],
      }));
    case "events":
      return withContact(database, rows);
    case "idempotency_keys":
      return withResponse(database, rows);
    case "workspace_usage": // which an import counts itself
      return [];
    default:
      return rows;
  }
}

/** Notes whom each event is about. */
async function withContact(
  database: Store["database"],
  rows: Row[],
): Promise<Row[]> {
  const events = rows.map((row) => ({
    row,
    data: row["data"] as Record<string, string | undefined>,
  }));
  const contacts = await contactsOf(
    database,
    rows[0]?.["workspace_id"],
    events.map(({ data }) => data["conversation_id"] ?? ""),
  );
  return events.map(({ row, data }) => ({
    ...row,
    contact_id:
      data["object"] === "contact"
        ? data["id"]
        : (data["contact_id"] ??
          contacts.get(data["conversation_id"] ?? "") ??
          null),
  }));
}

/** Renames the columns of stored responses, and notes whom each is about. */
async function withResponse(
  database: Store["database"],
  rows: Row[],
): Promise<Row[]> {
  const responses = rows.map(({ answer, refers_to, ...row }) => ({
    row,
    response: `\\x${Buffer.from(answer as string, "base64").toString("hex")}`,
    ids: refers_to as string[],
  }));
  const contacts = await contactsOf(
    database,
    rows[0]?.["workspace_id"],
    responses.flatMap(({ ids }) => ids),
  );
  return responses.map(({ row, response, ids }) => ({
    ...row,
    response,
    contact_ids: ids.flatMap((id) =>
      id.startsWith("ct_") ? [id] : (contacts.get(id) ?? []),
    ),
  }));
}

/** Conversation → its contact. */
async function contactsOf(
  database: Store["database"],
  workspaceId: unknown,
  conversationIds: string[],
): Promise<Map<string, string>> {
  const rows = await database
    .selectFrom("conversations")
    .select(["id", "contact_id"])
    .where("workspace_id", "=", String(workspaceId))
    .where("id", "in", ["", ...conversationIds])
    .execute();
  return new Map(rows.map(({ id, contact_id }) => [id, contact_id]));
}

/** Sets the bytes of deliveries, which 1.1.0 did not count, when their attempts are there. */
export const countBytesOfDeliveries = (
  database: Store["database"],
  workspaceId: string,
) =>
  sql`
    update webhook_deliveries set bytes = 200 + (
      select coalesce(sum(200 + octet_length(response_excerpt)), 0) from webhook_attempts
      where webhook_attempts.workspace_id = webhook_deliveries.workspace_id and delivery_id = webhook_deliveries.id)
    where workspace_id = ${workspaceId}`.execute(database);
