import { sql, type Kysely, type Selectable } from "kysely";
import type { AuthorType, ConversationStatus, Message } from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { atEnd, insertInto, type Change, type Reading } from "../store/at-end.ts";
import { sendAhead } from "../store/driver.ts";
import { newId } from "../ids.ts";
import type { Dated, Moment } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { newestFirst } from "./page.ts";

/** Contract: listMessages. */
export const listMessages: Handler<"listMessages"> = async ({ path, query }, { store, workspaceId }) => {
  const authors = await authorsIn(store.database, workspaceId, path.id).executeTakeFirst();
  if (!authors) throw new ApiError("not_found", {});
  const values = { workspaceId, conversationId: path.id };
  const body = await messages.page(store.database, values, query, (row) => toMessage(row, authors));
  return { status: 200, headers: {}, body };
};

const messages = newestFirst({
  table: "messages",
  newest: "created_at",
  all: (database, { workspaceId, conversationId }: { workspaceId: string; conversationId: string }) =>
    database
      .selectFrom("messages")
      .select(["id", "conversation_id", "author_type", "body", "created_at"])
      .where("workspace_id", "=", workspaceId)
      .where("conversation_id", "=", conversationId),
});

/** Writes a message, and sets `last_seen_at` of a contact who wrote it, at the end of the change. */
export function writeMessage(
  change: Change,
  { body, author_type }: { body: string; author_type: AuthorType },
  conversation: Authors & { id: string },
  moment = change.now,
): Message {
  const row = {
    id: newId("ms"),
    conversation_id: conversation.id,
    author_type,
    body,
    created_at: moment,
  };
  insert(change, row);
  if (author_type === "contact") storeLastSeen(change, { id: conversation.contact_id, last_seen_at: moment });
  return toMessage(row, conversation);
}

const insert = atEnd<MessageRow>(
  insertInto("messages", {
    ...{ id: "text", conversation_id: "text", author_type: "text", body: "text", created_at: "timestamptz" },
  }),
);

/** Of messages in two conversations at once, the one that began first may come last. */
const storeLastSeen = atEnd<{ id: string; last_seen_at: Moment }>(
  (workspaceId, rows) => sql`
    update contacts set last_seen_at = greatest(contacts.last_seen_at, row.last_seen_at)
    from json_to_recordset(${rows}) as row (id text, last_seen_at timestamptz)
    where workspace_id = ${workspaceId} and contacts.id = row.id`,
);

/** What the messages of a conversation call their authors. */
export interface Authors {
  contact_id: string;
  contact: string;
  workspace: string;
}

/** A conversation that gets a message. */
export type Recipient = Authors & Dated & { status: ConversationStatus };

/**
 * A conversation that is about to get a message, locked until the change ends. A contact who writes is locked before it,
 * as by an erasure, so that neither waits for the other.
 */
export async function lockedRecipient(
  { transaction, workspaceId }: Reading,
  id: string,
  author_type: AuthorType,
): Promise<Recipient | undefined> {
  if (author_type === "contact") {
    const contact = sql`
      select from contacts where workspace_id = ${workspaceId} and id = (
        select contact_id from conversations where workspace_id = ${workspaceId} and id = ${id}
      ) for no key update`;
    await sendAhead(transaction, contact.compile(transaction));
  }
  return authorsIn(transaction, workspaceId, id).forNoKeyUpdate(["conversations"]).executeTakeFirst();
}

/**
 * The possible authors of the messages with a contact, which is not erased before the change ends. One who writes is locked
 * as the end of the change needs it: there, others may hold the counts of usage and wait for the contact.
 */
export function authorsWith(
  { transaction, workspaceId }: Reading,
  id: string,
  author_type: AuthorType,
): Promise<Authors | undefined> {
  const authors = transaction
    .selectFrom("contacts")
    .innerJoin("workspaces", "workspaces.id", "contacts.workspace_id")
    .select(["contacts.id as contact_id", "contacts.name as contact", "workspaces.name as workspace"])
    .where("contacts.workspace_id", "=", workspaceId)
    .where("contacts.id", "=", id);
  const locked =
    author_type === "contact" ? authors.forNoKeyUpdate(["contacts"]) : authors.forKeyShare(["contacts"]);
  return locked.executeTakeFirst();
}

/** A conversation with the possible authors of its messages. */
const authorsIn = (database: Kysely<Tables>, workspaceId: string, id: string) =>
  database
    .selectFrom("conversations")
    .innerJoin("workspaces", "workspaces.id", "conversations.workspace_id")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.workspace_id", "=", "conversations.workspace_id")
        .onRef("contacts.id", "=", "conversations.contact_id"),
    )
    .select(["contact_id", "contacts.name as contact", "workspaces.name as workspace", "status"])
    .select(["conversations.created_at", "conversations.updated_at"])
    .where("conversations.workspace_id", "=", workspaceId)
    .where("conversations.id", "=", id);

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
  created_at: row.created_at,
});
