import type { Kysely, Selectable } from "kysely";
import type { AuthorType, Message } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import type { Change } from "../store/change.ts";
import { newId } from "../ids.ts";
import type { Tables } from "../store/tables.ts";
import { newestFirst } from "./page.ts";

/** Contract: listMessages. */
export const listMessages: Handler<"listMessages"> = async ({ path, query }, { store, workspaceId }) => {
  const authors = await authorsIn(store.database, workspaceId, path.id);
  if (!authors) throw new ApiError("not_found", {});
  const all = store.database
    .selectFrom("messages")
    .select(["id", "conversation_id", "author_type", "body", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("conversation_id", "=", path.id);
  const list = { table: "messages", newest: "created_at", all, wanted: all } as const;
  return { status: 200, headers: {}, body: await newestFirst(list, query, (row) => toMessage(row, authors)) };
};

/**
 * Writes a message, and sets `last_message_at` of the conversation and `last_seen_at` of a contact who wrote it. The contact
 * is locked before its conversation, as by an erasure, so that neither waits for the other.
 * @throws ApiError 404 when the workspace has no such conversation
 */
export async function writeMessage(
  { transaction, workspaceId, now }: Change,
  { conversation_id, body, author_type }: { conversation_id: string; body: string; author_type: AuthorType },
): Promise<Message> {
  if (author_type === "contact") {
    await transaction
      .updateTable("contacts")
      .set({ last_seen_at: now })
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", ({ selectFrom }) =>
        selectFrom("conversations")
          .select("contact_id")
          .where("conversations.workspace_id", "=", workspaceId)
          .where("conversations.id", "=", conversation_id),
      )
      .execute();
  }
  const { numUpdatedRows } = await transaction
    .updateTable("conversations")
    .set({ last_message_at: now, updated_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", conversation_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError("not_found", {});
  const row = { id: newId("ms"), conversation_id, author_type, body, created_at: now };
  await transaction
    .insertInto("messages")
    .values({ workspace_id: workspaceId, ...row })
    .execute();
  const authors = await authorsIn(transaction, workspaceId, conversation_id);
  if (!authors) throw new ApiError("not_found", {});
  return toMessage(row, authors);
}

interface Authors {
  contact_id: string;
  contact: string;
  workspace: string;
}

/** The possible authors of a message in a conversation. */
function authorsIn(database: Kysely<Tables>, workspaceId: string, id: string): Promise<Authors | undefined> {
  return database
    .selectFrom("conversations")
    .innerJoin("workspaces", "workspaces.id", "conversations.workspace_id")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.workspace_id", "=", "conversations.workspace_id")
        .onRef("contacts.id", "=", "conversations.contact_id"),
    )
    .select(["contact_id", "contacts.name as contact", "workspaces.name as workspace"])
    .where("conversations.workspace_id", "=", workspaceId)
    .where("conversations.id", "=", id)
    .executeTakeFirst();
}

type MessageRow = Omit<Selectable<Tables["messages"]>, "workspace_id">;

const toMessage = (row: MessageRow, { contact_id, contact, workspace }: Authors): Message => ({
  id: row.id,
  object: "message",
  conversation_id: row.conversation_id,
  author:
    row.author_type === "team"
      ? { type: "team", contact_id: null, name: workspace }
      : { type: "contact", contact_id, name: contact },
  body: row.body,
  created_at: row.created_at.toISOString(),
});
