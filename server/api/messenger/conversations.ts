import { objects } from "../../../generated/objects.ts";
import { operations } from "../../../generated/operations.ts";
import { ApiError, found, unauthorized } from "../../contract/api-error.ts";
import type { Input } from "../../contract/operation.ts";
import type { ContextOf, Handler } from "../handler.ts";
import { idempotent } from "../idempotency.ts";
import type { MessengerSession } from "../../auth/find-visitor.ts";
import { addContact } from "../contacts.ts";
import { openConversation, sendMessage } from "../conversations.ts";
import {
  authorsWith,
  listMessages,
  lockedRecipient,
  written,
} from "../messages.ts";
import { newestFirst } from "../list.ts";
import { newId } from "../../store/ids.ts";
import { update } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { columnsFor } from "../../store/tables.ts";
import type { Transaction } from "../../store/transaction.ts";

/** Contract: listMessengerConversations. */
export const listMessengerConversations: Handler<"listMessengerConversations"> =
  newestFirst({
    table: "conversations",
    values: (
      { query }: Input<"listMessengerConversations">,
      { owner: session }: ContextOf<"listMessengerConversations">,
    ) => ({ ...query, ...visitorOf(session) }),
    rows: ownConversations,
    filters: {},
    toItem: objects.ConversationSummary,
  });

/** Contract: createMessengerConversation. */
export const createMessengerConversation =
  idempotent<"createMessengerConversation">(
    async ({ body }, tx, { owner: session }) => {
      const contactId = await contactOfVisitor(tx, session);
      const authors = await authorsWith(tx, contactId, "contact");
      // The contact has just been erased, and the session with it.
      if (!authors) throw unauthorized({ secretWasSent: true });
      const opening = {
        ...body,
        author_type: "contact",
        source: "messenger",
      } as const;
      const data = objects.ConversationSummary(
        await openConversation(tx, authors, opening),
      );
      return written(
        operations.listMessengerConversations.path,
        data,
        contactId,
      );
    },
  );

/** The name of a contact whose visitor gave none. */
const defaultName = "Visitante";

/**
 * Returns the id of the contact of a visitor. When an anonymous visitor writes for the first time,
 * creates the contact, with an email that nobody can have: the email that the visitor entered is no
 * proof (D-41). Of simultaneous requests, the first creates the contact.
 * @throws ApiError 401 when the session has just been erased
 */
async function contactOfVisitor(
  tx: Transaction,
  session: MessengerSession,
): Promise<string> {
  if (session.contactId !== null) return session.contactId;
  const { database, workspaceId } = tx;
  const visitor = await database
    .selectFrom("messenger_sessions")
    .select(["contact_id", "name", "email"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", session.id)
    .forUpdate()
    .executeTakeFirst();
  if (!visitor) throw unauthorized({ secretWasSent: true });
  if (visitor.contact_id !== null) return visitor.contact_id;
  const contact = await addContact(
    tx,
    {
      name: visitor.name || defaultName,
      email: `${newId("visitor")}@messenger.invalid`,
      ...(visitor.email && {
        custom_fields: { unverified_email: visitor.email },
      }),
    },
    "messenger",
  );
  // The name and the email are in the contact now.
  const change = {
    id: session.id,
    contact_id: contact.id,
    name: "",
    email: "",
  };
  void update(tx, "messenger_sessions", [change]);
  return contact.id;
}

/** Contract: listMessengerMessages. */
export const listMessengerMessages: Handler<"listMessengerMessages"> = async (
  input,
  context,
) => {
  const own = ownConversations(
    context.store.database,
    visitorOf(context.owner),
  );
  const conversation = await own
    .where("id", "=", input.path.id)
    .executeTakeFirst();
  found(conversation); // a 404 for a conversation of another visitor
  return listMessages(input, context);
};

/** Contract: createMessengerMessage. */
export const createMessengerMessage = idempotent<"createMessengerMessage">(
  async ({ path, body }, tx, { owner: session }) => {
    const conversation = await lockedRecipient(tx, path.id, "contact");
    if (conversation.contact_id !== session.contactId)
      throw new ApiError("not_found", {});
    const data = await sendMessage(tx, conversation, {
      ...body,
      author_type: "contact",
    });
    const list = operations.listMessengerMessages.path.replace("{id}", path.id);
    return written(list, data, conversation.contact_id);
  },
);

/**
 * Returns the contact whose conversations a session may read. An anonymous visitor who has not
 * written yet has no contact, so the id is one that no conversation has.
 */
const visitorOf = ({ workspaceId, contactId }: MessengerSession) => ({
  workspaceId,
  contactId: contactId ?? "",
});

function ownConversations(
  database: Store["database"],
  { workspaceId, contactId }: ReturnType<typeof visitorOf>,
) {
  return database
    .selectFrom("conversations")
    .select(columnsFor("conversations", "ConversationSummary"))
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId);
}
