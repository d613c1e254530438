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
import { change, type Change } from "../store/change.ts";
import { newId } from "../ids.ts";
import { asText } from "../store/moment.ts";
import type { Tables } from "../store/tables.ts";
import { recordEvent } from "./events.ts";
import { writeMessage } from "./messages.ts";
import { newestMatching, updatedSince } from "./newest-matching.ts";
import { newestFirst } from "./page.ts";
import { requireContact } from "./references.ts";

/** Contract: listConversations. */
export const listConversations: Handler<"listConversations"> = async ({ query }, { store, workspaceId }) => {
  const all = conversationsOf(store.database, workspaceId);
  let wanted = all;
  if (query.contact_id !== undefined) wanted = wanted.where("contact_id", "=", query.contact_id);
  if (query.status !== undefined) wanted = wanted.where("status", "=", query.status);
  const list = { table: "conversations", newest: "created_at", all, wanted } as const;
  if (query.updated_since === undefined)
    return { status: 200, headers: {}, body: await newestFirst(list, query, toConversation) };
  const { contact_id, status } = query;
  const search = {
    workspaceId,
    equal: { contact_id, status },
    conditions: [updatedSince(query.updated_since)],
  };
  const body = await newestMatching(store.database, list, search, query, toConversation);
  return { status: 200, headers: {}, body };
};

/** Contract: getConversation. */
export const getConversation: Handler<"getConversation"> = async ({ path }, { store, workspaceId }) => {
  const row = await conversationsOf(store.database, workspaceId).where("id", "=", path.id).executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  return { status: 200, headers: {}, body: { data: toConversation(row) } };
};

/** Contract: createConversation. */
export const createConversation = idempotent<"createConversation">(async ({ body }, change) => {
  const data = await startConversation(change, body);
  const location = operations.getConversation.path.replace("{id}", data.id);
  return { status: 201, headers: { Location: location }, body: { data } };
});

/**
 * Starts a conversation with its first message.
 * @throws ApiError 422 when the workspace has no such contact
 */
export async function startConversation(
  change: Change,
  first: { contact_id: string; subject: string; body: string; author_type: AuthorType; source?: string },
): Promise<Conversation> {
  const { transaction, workspaceId, now } = change;
  await requireContact(change, first.contact_id);
  const id = newId("cv");
  await transaction
    .insertInto("conversations")
    .values({
      workspace_id: workspaceId,
      id,
      contact_id: first.contact_id,
      subject: first.subject,
      status: "open",
      source: first.source ?? "api",
      last_message_at: now,
      created_at: now,
    })
    .execute();
  const message = await writeMessage(change, { ...first, conversation_id: id });
  const conversation = await readConversation(change, id);
  recordEvent(change, { type: "conversation.created", data: conversation });
  recordEvent(change, { type: "message.created", data: message });
  return conversation;
}

/** Contract: createMessage. */
export const createMessage = idempotent<"createMessage">(async ({ path, body }, change) => {
  const data = await sendMessage(change, path.id, body);
  const location = operations.listMessages.path.replace("{id}", path.id);
  return { status: 201, headers: { Location: location }, body: { data } };
});

/**
 * Adds a message to a conversation. A message of the contact reopens a closed conversation.
 * @throws ApiError 404 when the workspace has no such conversation
 */
export async function sendMessage(
  change: Change,
  id: string,
  { body, author_type }: { body: string; author_type: AuthorType },
): Promise<Message> {
  const message = await writeMessage(change, { conversation_id: id, body, author_type });
  recordEvent(change, { type: "message.created", data: message });
  if (author_type === "contact") await setConversationStatus(change, id, "open");
  return message;
}

/** Contract: updateConversation. */
export const updateConversation: Handler<"updateConversation"> = async (
  { path, body: { status } },
  { store, workspaceId },
) => {
  const data = await change(store, workspaceId, (change) =>
    status === undefined ? readConversation(change, path.id) : setConversationStatus(change, path.id, status),
  );
  return { status: 200, headers: {}, body: { data } };
};

/**
 * Closes or reopens a conversation; emits no event if nothing changed.
 * @throws ApiError 404
 */
export async function setConversationStatus(
  change: Change,
  id: string,
  status: ConversationStatus,
): Promise<Conversation> {
  const { transaction, workspaceId, now } = change;
  const { numUpdatedRows } = await transaction
    .updateTable("conversations")
    .set({ status, updated_at: now })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("status", "<>", status)
    .executeTakeFirst();
  const conversation = await readConversation(change, id);
  if (numUpdatedRows > 0n) recordEvent(change, { type: "conversation.updated", data: conversation });
  return conversation;
}

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

/** The conversation, which is not erased before the change ends. */
async function readConversation({ transaction, workspaceId }: Change, id: string): Promise<Conversation> {
  const row = await conversationsOf(transaction, workspaceId)
    .where("id", "=", id)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) throw new ApiError("not_found", {});
  return toConversation(row);
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
  last_message_at: row.last_message_at.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: (row.updated_at ?? row.created_at).toISOString(),
});
