import { sql, type Kysely } from "kysely";
import { objects } from "../../generated/objects.ts";
import { operations } from "../../generated/operations.ts";
import type {
  AuthorType,
  Conversation,
  ConversationStatus,
  Message,
} from "../../generated/types.ts";
import { found } from "../contract/api-error.ts";
import { errorsIn } from "../contract/schema.ts";
import { changesOf } from "./changes.ts";
import { type Handler, transactional } from "./handler.ts";
import { idempotent } from "./idempotency.ts";
import { savedPosition } from "../store/usage/cursor-positions.ts";
import { newId } from "../store/ids.ts";
import { lockRow } from "../store/locks.ts";
import { insert, update } from "../store/rows.ts";
import { missingScope } from "../auth/find-key.ts";
import { type Timestamp, timestampAfter } from "../store/timestamp.ts";
import { columnsFor, type Tables } from "../store/tables.ts";
import type { Transaction } from "../store/transaction.ts";
import { noContact } from "./contact-rows.ts";
import { created, objectResponse, type Precondition } from "./etags.ts";
import { recordEvent, recordEvents } from "./record-events.ts";
import {
  authorsWith,
  lockedRecipient,
  withoutNameOfContact,
  writeMessage,
  written,
  type Authors,
  type Recipient,
} from "./messages.ts";
import { updatedSince } from "./newest-matching.ts";
import { newestFirst, ofWorkspace } from "./list.ts";
import { type RowOf, versionOf } from "./versions.ts";

const toConversation = (row: RowOf<Conversation>): Conversation =>
  objects.Conversation({ version: versionOf(row), ...row });

/** Contract: listConversations. */
export const listConversations: Handler<"listConversations"> = newestFirst({
  table: "conversations",
  values: ofWorkspace<"listConversations">,
  rows: (database, { workspaceId }) => conversationsOf(database, workspaceId),
  filters: {
    contact_id: "column",
    status: "column",
    updated_since: { searches: updatedSince },
  },
  deletedPosition: savedPosition("conversations"),
  toItem: toConversation,
});

/** Contract: getConversation. */
export const getConversation: Handler<"getConversation"> = async (
  { path },
  { store, workspaceId },
) => {
  const row = await conversationsOf(store.database, workspaceId)
    .where("id", "=", path.id)
    .executeTakeFirst();
  return objectResponse(toConversation(found(row)));
};

/** Contract: createConversation. */
export const createConversation = idempotent<"createConversation">(
  async ({ body }, tx) => {
    const data = await startConversation(tx, body);
    return {
      response: created(operations.getConversation.path, data),
      contactIds: [body.contact_id],
    };
  },
);

/** The fields of a new conversation and of its first message. */
interface Opening {
  subject: string;
  body: string;
  author_type: AuthorType;
  source?: string;
}

/**
 * Starts a conversation with its first message.
 * @throws ApiError 422 when the workspace has no such contact
 */
export async function startConversation(
  tx: Transaction,
  { contact_id, ...opening }: Opening & { contact_id: string },
): Promise<Conversation> {
  const authors = await authorsWith(tx, contact_id, opening.author_type);
  if (!authors) throw noContact();
  return openConversation(tx, authors, opening);
}

/** Starts a conversation with a contact who was read. */
export async function openConversation(
  tx: Transaction,
  authors: Authors,
  opening: Opening,
): Promise<Conversation> {
  const now = tx.now;
  const row = {
    id: newId("cv"),
    contact_id: authors.contact_id,
    subject: opening.subject,
    status: "open" as const,
    source: opening.source ?? "api",
    last_message_at: now,
    created_at: now,
    updated_at: now,
  };
  void insert(tx, "conversations", [row]);
  const message = writeMessage(tx, opening, { ...authors, id: row.id }, now);
  const conversation = toConversation({ ...row, messages_count: 1 });
  const about = { contactId: row.contact_id, timestamp: now };
  recordEvents(tx, [
    { type: "conversation.created", data: conversation, ...about },
    { type: "message.created", data: message, ...about },
  ]);
  return conversation;
}

/** Contract: createMessage. */
export const createMessage = idempotent<"createMessage">(
  async ({ path, body }, tx, { scopes }) => {
    const conversation = await lockedRecipient(tx, path.id, body.author_type);
    const message = await sendMessage(tx, conversation, body);
    const mayRead = missingScope("listMessages", scopes) === undefined;
    const data = mayRead ? message : withoutNameOfContact(message);
    return written(
      operations.listMessages.path.replace("{id}", path.id),
      data,
      conversation.contact_id,
    );
  },
);

/** Adds a message to a conversation. A message of the contact reopens a closed conversation. */
export async function sendMessage(
  tx: Transaction,
  conversation: Recipient,
  sent: { body: string; author_type: AuthorType },
): Promise<Message> {
  const { id, contact_id, status } = conversation;
  const isReopened = status === "closed" && sent.author_type === "contact";
  const before = isReopened ? await lockedConversation(tx, id) : undefined;
  const timestamp = timestampAfter(conversation, tx.now);
  const message = writeMessage(tx, sent, conversation, timestamp);
  const event = { type: "message.created", data: message } as const;
  recordEvent(tx, event, contact_id, timestamp);
  if (before) reopen(tx, before, timestamp);
  else void update(tx, "conversations", [{ id, ...timestampsOf(timestamp) }]);
  return message;
}

/** Opens a closed conversation, as it got a message. */
function reopen(
  tx: Transaction,
  before: RowOf<Conversation>,
  timestamp: Timestamp,
): void {
  const row = {
    ...before,
    ...timestampsOf(timestamp),
    status: "open" as const,
  };
  void update(tx, "conversations", [row]);
  const messages_count = before.messages_count + 1;
  const data = toConversation({ ...row, messages_count });
  // The author can mend nothing of a conversation that breaks the contract. As no feed shows it, no
  // event shows it.
  if (errorsIn("Conversation", data).length > 0) return;
  recordUpdate(tx, data, toConversation(before), timestamp);
}

/** The timestamps of a conversation that gets a message. */
const timestampsOf = (timestamp: Timestamp) => ({
  last_message_at: timestamp,
  updated_at: timestamp,
});

/** Contract: updateConversation. */
export const updateConversation = transactional<"updateConversation">(
  async ({ path, header, body }, tx) =>
    objectResponse(
      await setConversationStatus(tx, path.id, body.status, header),
    ),
);

/**
 * Closes or reopens a conversation; emits no event if nothing changed.
 * @throws ApiError 404, 412, 422
 */
export async function setConversationStatus(
  tx: Transaction,
  id: string,
  status: ConversationStatus | undefined,
  precondition: Precondition = {},
): Promise<Conversation> {
  const before = await lockedConversation(tx, id);
  const after = { ...before, status: status ?? before.status };
  return toConversation(await storeChange(tx, before, after, precondition));
}

const recordUpdate = (
  tx: Transaction,
  data: Conversation,
  before: Conversation,
  timestamp: Timestamp,
) =>
  recordEvent(
    tx,
    { type: "conversation.updated", data, before },
    data.contact_id,
    timestamp,
  );

const storeChange = changesOf({
  schema: "Conversation",
  toObject: toConversation,
  store: (tx, row: RowOf<Conversation>) =>
    void update(tx, "conversations", [row]),
  record: recordUpdate,
});

/**
 * Locks a conversation and reads it. The lock is a statement of its own, because a statement that
 * waits counts the messages from before the wait.
 * @throws ApiError 404
 */
async function lockedConversation(tx: Transaction, id: string) {
  const [, conversation] = await Promise.all([
    lockRow(tx, "conversations", id, "no key update"),
    conversationsOf(tx.database, tx.workspaceId)
      .where("id", "=", id)
      .executeTakeFirst(),
  ]);
  return found(conversation);
}

function conversationsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("conversations")
    .select(columnsFor("conversations", "Conversation"))
    .select(
      sql<number>`(
        select count(*)::integer from messages
        where messages.workspace_id = ${workspaceId} and conversation_id = conversations.id
      )`.as("messages_count"),
    )
    .where("workspace_id", "=", workspaceId);
}
