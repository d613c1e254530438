import { unauthorized } from "../../contract/api-error.ts";
import { newId } from "../../store/ids.ts";
import type { MessengerSession } from "../../auth/find-visitor.ts";
import { addContact } from "../contacts.ts";
import { adjustLedger } from "../../store/pending-writes.ts";
import { flush, type Transaction } from "../../store/transaction.ts";

/** The name of a contact that gave none. */
const nameless = "Visitante";

/**
 * The contact that a visitor is. An anonymous one gets a contact of its own when it writes for the first time, with an
 * email that nobody can have: what the visitor said is no proof (D-41). Of simultaneous requests the first creates it.
 * @throws ApiError 401 when the session has just been erased
 */
export async function contactOfVisitor(tx: Transaction, session: MessengerSession): Promise<string> {
  if (session.contactId !== null) return session.contactId;
  const { database, workspaceId } = tx;
  const visitor = await database
    .selectFrom("messenger_sessions")
    .select(["contact_id", "name", "email", "bytes"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", session.id)
    .forUpdate()
    .executeTakeFirst();
  if (!visitor) throw unauthorized({ secretWasSent: true });
  if (visitor.contact_id !== null) return visitor.contact_id;
  const contact = await addContact(
    tx,
    {
      name: visitor.name || nameless,
      email: `${newId("visitor")}@messenger.invalid`,
      ...(visitor.email && { custom_fields: { unverified_email: visitor.email } }),
    },
    "messenger",
  );
  await flush(tx); // so that the conversation finds it
  const { bytes } = await database
    .updateTable("messenger_sessions")
    .set({ contact_id: contact.id, name: "", email: "" }) // they are in the contact now
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", session.id)
    .returning("bytes")
    .executeTakeFirstOrThrow();
  adjustLedger(tx, { contacts: 0, bytes: bytes - visitor.bytes });
  return contact.id;
}
