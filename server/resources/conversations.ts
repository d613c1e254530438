import { sql, type Kysely, type Selectable } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { limits } from "../../generated/catalogue.ts";
import { operations } from "../../generated/operations.ts";
import type {
  AuthorType,
  Conversation,
  ConversationStatus,
  ConversationSummary,
  Message,
} from "../../generated/types.ts";
import { ApiError } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import { atEnd, insertInto, updateIn, type OpenChange, type Reading } from "../store/at-end.ts";
import { change } from "../store/change.ts";
import { sendAhead } from "../store/driver.ts";
import { newId } from "../ids.ts";
import { asText, momentAfter } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { recordEvent } from "./events.ts";
import { authorsWith, lockedRecipient, writeMessage, type Authors, type Recipient } from "./messages.ts";
import { newestMatching, updatedSince } from "./newest-matching.ts";
import { newestFirst } from "./page.ts";
import { noContact } from "./references.ts";

/** Contract: listConversations. */
export const listConversations: Handler<"listConversations"> = async ({ query }, { store, workspaceId }) => {
  const { contact_id, status, updated_since } = query;
  if (updated_since === undefined) {
    const values = { workspaceId, contact_id, status };
    return {
      status: 200,
      headers: {},
      body: await conversations.page(store.database, values, query, toConversation),
    };
  }
  const search = { workspaceId, equal: { contact_id, status }, conditions: [updatedSince(updated_since)] };
  const body = await newestMatching(store.database, conversations, search, query, toConversation);
  return { status: 200, headers: {}, body };
};

const conversations = newestFirst({
  table: "conversations",
  newest: "created_at",
  all: (database, { workspaceId }: ConversationFilters) => conversationsOf(database, workspaceId),
  wanted: (all, { contact_id, status }) => {
    let wanted = all;
    if (contact_id !== undefined) wanted = wanted.where("contact_id", "=", contact_id);
    if (status !== undefined) wanted = wanted.where("status", "=", status);
    return wanted;
  },
});

interface ConversationFilters {
  workspaceId: string;
  contact_id?: string | undefined;
  status?: ConversationStatus | undefined;
}

/** Contract: getConversation. */
export const getConversation: Handler<"getConversation"> = async ({ path }, { store, workspaceId }) => {
  const row = await conversationsOf(store.database, workspaceId).where("id", "=", path.id).executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  return { status: 200, headers: {}, body: { data: toConversation(row) } };
};

/** Contract: createConversation. */
export const createConversation = idempotent<"createConversation", Authors>(
  async ({ body }, change, _context, authors) => {
    const data = await startConversation(change, body, authors);
    const location = operations.getConversation.path.replace("{id}", data.id);
    return { status: 201, headers: { Location: location }, body: { data } };
  },
  ({ body }, reading) => authorsWith(reading, body.contact_id, body.author_type),
);

/**
 * Starts a conversation with its first message.
 * @param known what was read of the contact already
 * @throws ApiError 422 when the workspace has no such contact
 */
export async function startConversation(
  change: OpenChange,
  first: { contact_id: string; subject: string; body: string; author_type: AuthorType; source?: string },
  known?: Authors,
): Promise<Conversation> {
  const authors = known ?? (await authorsWith(change, first.contact_id, first.author_type));
  if (!authors) throw noContact();
  const row = {
    id: newId("cv"),
    contact_id: first.contact_id,
    subject: first.subject,
    status: "open" as const,
    source: first.source ?? "api",
    last_message_at: change.now,
    created_at: change.now,
    updated_at: change.now,
  };
  insert(change, row);
  const message = writeMessage(change, first, { ...authors, id: row.id });
  const conversation = toConversation({ ...row, messages_count: 1 });
  recordEvent(change, { type: "conversation.created", data: conversation });
  recordEvent(change, { type: "message.created", data: message });
  return conversation;
}

/** Contract: createMessage. */
export const createMessage = idempotent<"createMessage", Recipient>(
  async ({ path, body }, change, _context, conversation) => {
    const data = await sendMessage(change, path.id, body, conversation);
    const location = operations.listMessages.path.replace("{id}", path.id);
    return { status: 201, headers: { Location: location }, body: { data } };
  },
  ({ path, body }, reading) => lockedRecipient(reading, path.id, body.author_type),
);

/**
 * Adds a message to a conversation. A message of the contact reopens a closed conversation.
 * @param known what was read of the conversation already
 * @throws ApiError 404 when the workspace has no such conversation
 */
export async function sendMessage(
  change: OpenChange,
  id: string,
  { body, author_type }: { body: string; author_type: AuthorType },
  known?: Recipient,
): Promise<Message> {
  const conversation = known ?? (await lockedRecipient(change, id, author_type));
  if (!conversation) throw new ApiError("not_found", {});
  const moment = momentAfter(conversation, change.now);
  const message = writeMessage(change, { body, author_type }, { ...conversation, id }, moment);
  recordEvent(change, { type: "message.created", data: message }, moment);
  if (conversation.status === "open" || author_type === "team") {
    const moments = { last_message_at: moment, updated_at: moment };
    storeConversation(change, { id, status: conversation.status, ...moments });
    return message;
  }
  const before = await lockedConversation(change, id);
  if (!before) throw new ApiError("not_found", {});
  const row = { ...before, status: "open", last_message_at: moment, updated_at: moment } as const;
  storeConversation(change, row);
  const data = toConversation({ ...row, messages_count: before.messages_count + 1 });
  recordEvent(change, { type: "conversation.updated", data }, moment);
  return message;
}

/** Contract: updateConversation. */
export const updateConversation: Handler<"updateConversation"> = async (
  { path, body: { status } },
  { store, workspaceId },
) => {
  const work = (change: OpenChange, before?: ConversationRow) =>
    setConversationStatus(change, path.id, status, before);
  const first = (reading: Reading) => lockedConversation(reading, path.id);
  return { status: 200, headers: {}, body: { data: await change(store, workspaceId, work, first) } };
};

/**
 * Closes or reopens a conversation; emits no event if nothing changed.
 * @param locked the conversation as it is, if that was read already
 * @throws ApiError 404
 */
export async function setConversationStatus(
  change: OpenChange,
  id: string,
  status: ConversationStatus | undefined,
  locked?: ConversationRow,
): Promise<Conversation> {
  const before = locked ?? (await lockedConversation(change, id));
  if (!before) throw new ApiError("not_found", {});
  if (status === undefined || status === before.status) return toConversation(before);
  const moment = momentAfter(before, change.now);
  const row = { ...before, status, updated_at: moment };
  storeConversation(change, row);
  const conversation = toConversation(row);
  recordEvent(change, { type: "conversation.updated", data: conversation }, moment);
  return conversation;
}

const insert = atEnd<Omit<ConversationRow, "messages_count">>(
  insertInto("conversations", {
    ...{ id: "text", contact_id: "text", subject: "text", status: "text", source: "text" },
    ...{ last_message_at: "timestamptz", created_at: "timestamptz", updated_at: "timestamptz" },
  }),
);

/** Stores what can change of a conversation, at the end of the change. */
const storeConversation = atEnd<Pick<ConversationRow, "id" | "status" | "last_message_at" | "updated_at">>(
  updateIn("conversations", {
    ...{ status: "text", last_message_at: "timestamptz", updated_at: "timestamptz" },
  }),
);

/** The newest conversations of a contact, without their messages (D-10), for a statement that reads the contact. */
export function newestConversations(database: Kysely<Tables>, workspaceId: string, contactId: string) {
  return jsonArrayFrom(
    database
      .selectFrom("conversations")
      .select(["id", "subject", "status"])
      .select([asText("last_message_at"), asText("created_at")])
      .where("workspace_id", "=", workspaceId)
      .where("contact_id", "=", contactId)
      .orderBy("conversations.created_at", "desc")
      .orderBy("id", "desc")
      .limit(sql.lit(limits.embedded)),
  );
}

type SummaryRow = Omit<ConversationSummary, "object">;

export const toConversationSummary = (row: SummaryRow): ConversationSummary => ({
  id: row.id,
  object: "conversation",
  subject: row.subject,
  status: row.status,
  last_message_at: row.last_message_at,
  created_at: row.created_at,
});

/** The conversation, once nobody else is changing it. Another statement reads it, as only that counts all messages. */
async function lockedConversation(
  { transaction, workspaceId }: Reading,
  id: string,
): Promise<ConversationRow | undefined> {
  const conversation = transaction
    .selectFrom("conversations")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .forNoKeyUpdate();
  await sendAhead(transaction, conversation.compile());
  return conversationsOf(transaction, workspaceId).where("id", "=", id).executeTakeFirst();
}

function conversationsOf(database: Kysely<Tables>, workspaceId: string) {
  return database
    .selectFrom("conversations")
    .select([
      "id",
      "contact_id",
      "subject",
      "status",
      "source",
      "last_message_at",
      "created_at",
      "updated_at",
    ])
    .select(
      sql<number>`(
        select count(*)::integer from messages
        where messages.workspace_id = ${workspaceId} and conversation_id = conversations.id
      )`.as("messages_count"),
    )
    .where("workspace_id", "=", workspaceId);
}

type ConversationRow = Omit<Selectable<Tables["conversations"]>, "workspace_id"> &
  Pick<Conversation, "messages_count">;

const toConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  object: "conversation",
  contact_id: row.contact_id,
  subject: row.subject,
  status: row.status,
  source: row.source,
  messages_count: row.messages_count,
  last_message_at: row.last_message_at,
  created_at: row.created_at,
  updated_at: row.updated_at ?? row.created_at,
});
