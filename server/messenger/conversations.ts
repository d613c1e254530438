import { operations } from "../../generated/operations.ts";
import { ApiError, unauthorized } from "../contract/api-error.ts";
import type { Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import type { MessengerSession } from "../keys/find-visitor.ts";
import { sendMessage, startConversation, toConversationSummary } from "../resources/conversations.ts";
import {
  authorsWith,
  listMessages,
  lockedRecipient,
  type Authors,
  type Recipient,
} from "../resources/messages.ts";
import { newestFirst } from "../resources/page.ts";
import type { Store } from "../store/store.ts";
import { contactOfVisitor } from "./contact-of-visitor.ts";

/** Contract: listMessengerConversations. */
export const listMessengerConversations: Handler<"listMessengerConversations"> = async (
  { query },
  { store, session },
) => {
  return {
    status: 200,
    headers: {},
    body: await own.page(store.database, visitorOf(session), query, toConversationSummary),
  };
};

const own = newestFirst({
  table: "conversations",
  newest: "created_at",
  all: ownConversations,
});

/** Contract: createMessengerConversation. */
export const createMessengerConversation = idempotent<"createMessengerConversation", Authors>(
  async ({ body }, change, { session }, known) => {
    const contact_id = await contactOfVisitor(change, session);
    const authors = known ?? (await authorsWith(change, contact_id, "contact"));
    // The contact has just been erased, and the session with it.
    if (!authors) throw unauthorized({ secretWasSent: true });
    const first = { ...body, contact_id, author_type: "contact", source: "messenger" } as const;
    const data = toConversationSummary(await startConversation(change, first, authors));
    return { status: 201, headers: { Location: operations.listMessengerConversations.path }, body: { data } };
  },
  async (_input, reading, { session: { contactId } }) =>
    contactId === null ? undefined : authorsWith(reading, contactId, "contact"),
);

/** Contract: listMessengerMessages. */
export const listMessengerMessages: Handler<"listMessengerMessages"> = async (input, context) => {
  await requireOwn(context.store, context.session, input.path.id);
  return listMessages(input, context);
};

/** Contract: createMessengerMessage. */
export const createMessengerMessage = idempotent<"createMessengerMessage", Recipient>(
  async ({ path, body }, change, { session }, conversation) => {
    if (conversation?.contact_id !== session.contactId) throw new ApiError("not_found", {});
    const message = { ...body, author_type: "contact" } as const;
    const data = await sendMessage(change, path.id, message, conversation);
    const location = operations.listMessengerMessages.path.replace("{id}", path.id);
    return { status: 201, headers: { Location: location }, body: { data } };
  },
  ({ path }, reading) => lockedRecipient(reading, path.id, "contact"),
);

interface Visitor {
  workspaceId: string;
  contactId: string;
}

/** Whose conversations a session may read. An anonymous visitor who has not written yet has none. */
const visitorOf = ({ workspaceId, contactId }: MessengerSession): Visitor => ({
  workspaceId,
  contactId: contactId ?? "",
});

function ownConversations(database: Store["database"], { workspaceId, contactId }: Visitor) {
  return database
    .selectFrom("conversations")
    .select(["id", "subject", "status", "last_message_at", "created_at"])
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId);
}

/** @throws ApiError 404 when the conversation is not one of the visitor's */
async function requireOwn(
  store: Pick<Store, "database">,
  session: MessengerSession,
  id: string,
): Promise<void> {
  const own = await ownConversations(store.database, visitorOf(session))
    .where("id", "=", id)
    .executeTakeFirst();
  if (!own) throw new ApiError("not_found", {});
}
