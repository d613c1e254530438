import { unauthorized } from "../contract/api-error.ts";
import { newId } from "../ids.ts";
import type { MessengerSession } from "../keys/find-visitor.ts";
import { addContact } from "../resources/contacts.ts";
import type { OpenChange } from "../store/at-end.ts";
import { finish } from "../store/change.ts";

/** The name of a contact that gave none. */
const nameless = "Visitante";

/**
 * The contact that a visitor is. An anonymous one gets a contact of its own when it writes for the first time, with an
 * email that nobody can have: what the visitor said is no proof (D-41). Of simultaneous requests the first creates it.
 * @throws ApiError 401 when the session has just been erased
 */
export async function contactOfVisitor(change: OpenChange, session: MessengerSession): Promise<string> {
  if (session.contactId !== null) return session.contactId;
  const { transaction, workspaceId } = change;
  const visitor = await transaction
    .selectFrom("messenger_sessions")
    .select(["contact_id", "name", "email"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", session.id)
    .forUpdate()
    .executeTakeFirst();
  if (!visitor) throw unauthorized({ secretWasSent: true });
  if (visitor.contact_id !== null) return visitor.contact_id;
  const contact = addContact(
    change,
    {
      name: visitor.name || nameless,
      email: `${newId("visitor")}@messenger.invalid`,
      ...(visitor.email && { custom_fields: { unverified_email: visitor.email } }),
    },
    "messenger",
  );
  await finish(change); // so that the conversation finds it
  await transaction
    .updateTable("messenger_sessions")
    .set({ contact_id: contact.id, name: "", email: "" }) // they are in the contact now
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", session.id)
    .execute();
  return contact.id;
}
