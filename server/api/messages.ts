import { sql, type Kysely } from "kysely";
import { objects } from "../../generated/objects.ts";
import type {
  AuthorType,
  ConversationStatus,
  Message,
} from "../../generated/types.ts";
import { found } from "../contract/api-error.ts";
import type { Input } from "../contract/operation.ts";
import type { Context, Handler } from "./handler.ts";
import { newId } from "../store/ids.ts";
import { insert, send } from "../store/rows.ts";
import type { Timestamp } from "../store/timestamp.ts";
import { columnsFor, shownName, type Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";
import { newestFirst } from "./list.ts";

/** Contract: listMessages. */
export const listMessages: Handler<"listMessages"> = newestFirst({
  table: "messages",
  values: async (
    { path, query }: Input<"listMessages">,
    { store, workspaceId }: Pick<Context, "store" | "workspaceId">,
  ) => {
    const authors = await authorsIn(
      store.database,
      workspaceId,
      path.id,
    ).executeTakeFirst();
    return {
      ...query,
      workspaceId,
      conversationId: path.id,
      authors: found(authors),
    };
  },
  rows: (database, { workspaceId, conversationId }) =>
    database
      .selectFrom("messages")
      .select([...columnsFor("messages", "Message"), "author_type"])
      .where("workspace_id", "=", workspaceId)
      .where("conversation_id", "=", conversationId),
  filters: {},
  toItem: (row, { authors }) => toMessage(row, authors),
});

/** Writes a message, and sets `last_seen_at` of a contact who wrote it. */
export function writeMessage(
  tx: Transaction,
  { body, author_type }: { body: string; author_type: AuthorType },
  conversation: Authors & { id: string },
  timestamp: Timestamp,
): Message {
  const row = {
    id: newId("ms"),
    conversation_id: conversation.id,
    author_type,
    body,
    created_at: timestamp,
  };
  void insert(tx, "messages", [row]);
  if (author_type === "contact")
    setLastSeen(tx, conversation.contact_id, timestamp);
  return toMessage(row, conversation);
}

/**
 * Sets the time when a contact was last seen, never to an earlier one: of two messages at once, in
 * two conversations, the earlier may be written last.
 */
function setLastSeen(
  tx: Transaction,
  contactId: string,
  timestamp: Timestamp,
): void {
  const seen = tx.database
    .updateTable("contacts")
    .set({
      last_seen_at: sql<Timestamp>`greatest(last_seen_at, ${timestamp}::timestamptz)`,
    })
    .where("workspace_id", "=", tx.workspaceId)
    .where("id", "=", contactId)
    .execute();
  void send(tx, seen);
}

/** The authors that messages of a conversation can have: its contact and its workspace's team. */
export interface Authors {
  contact_id: string;
  /** The name of the contact. */
  contact: string;
  /** The name of the workspace. */
  workspace: string;
}

/** A conversation that gets a message. */
export type Recipient = Authors & {
  id: string;
  status: ConversationStatus;
  updated_at: Timestamp;
};

/**
 * Locks a conversation that is about to get a message, until the transaction ends, and returns it.
 * A contact who writes is locked before the conversation. An erasure locks in the same order, so
 * the two never wait for each other.
 * @throws ApiError 404 when the workspace has no such conversation
 */
export async function lockedRecipient(
  { database, workspaceId }: Transaction,
  id: string,
  author_type: AuthorType,
): Promise<Recipient> {
  const lockContact = sql`
    select from contacts where workspace_id = ${workspaceId} and id = (
      select contact_id from conversations where workspace_id = ${workspaceId} and id = ${id}
    ) for no key update`;
  const [, recipient] = await Promise.all([
    author_type === "contact" && lockContact.execute(database),
    authorsIn(database, workspaceId, id)
      .forNoKeyUpdate(["conversations"])
      .executeTakeFirst(),
  ]);
  return found(recipient);
}

/**
 * Returns the possible authors of the messages with a contact, and keeps the contact from being
 * erased before the transaction ends. For a contact who writes, the lock is the one that the later
 * change of `last_seen_at` needs, which then need not wait.
 */
export function authorsWith(
  { database, workspaceId }: Transaction,
  id: string,
  author_type: AuthorType,
): Promise<Authors | undefined> {
  const authors = database
    .selectFrom("contacts")
    .innerJoin("workspaces", "workspaces.id", "contacts.workspace_id")
    .select("contacts.id as contact_id")
    .select([
      shownName("contacts.name").as("contact"),
      shownName("workspaces.name").as("workspace"),
    ])
    .where("contacts.workspace_id", "=", workspaceId)
    .where("contacts.id", "=", id);
  const locked =
    author_type === "contact"
      ? authors.forNoKeyUpdate(["contacts"])
      : authors.forKeyShare(["contacts"]);
  return locked.executeTakeFirst();
}

/** The result of an operation that created an element of the list at `path`, about a contact. */
export const written = <Data>(path: string, data: Data, contactId: string) => ({
  response: {
    status: 201 as const,
    headers: { Location: path },
    body: { data },
  },
  contactIds: [contactId],
});

/** A conversation with the possible authors of its messages. */
function authorsIn(database: Kysely<Tables>, workspaceId: string, id: string) {
  return database
    .selectFrom("conversations")
    .innerJoin("workspaces", "workspaces.id", "conversations.workspace_id")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.workspace_id", "=", "conversations.workspace_id")
        .onRef("contacts.id", "=", "conversations.contact_id"),
    )
    .select([
      "contact_id",
      "status",
      "conversations.id",
      "conversations.updated_at",
    ])
    .select([
      shownName("contacts.name").as("contact"),
      shownName("workspaces.name").as("workspace"),
    ])
    .where("conversations.workspace_id", "=", workspaceId)
    .where("conversations.id", "=", id);
}

type MessageRow = Omit<Message, "object" | "author"> & {
  author_type: AuthorType;
};

const toMessage = (
  row: MessageRow,
  { contact_id, contact, workspace }: Authors,
): Message => {
  const author =
    row.author_type === "team"
      ? { type: "team", contact_id: null, name: workspace }
      : { type: "contact", contact_id, name: contact };
  return objects.Message({ ...row, author });
};

/** Returns a message for a caller who may not read its conversation (D-26). */
export const withoutNameOfContact = (message: Message): Message =>
  message.author.type === "team"
    ? message
    : { ...message, author: { ...message.author, name: "" } };
