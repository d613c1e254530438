import { createHmac, timingSafeEqual } from "node:crypto";
import { limits } from "../../generated/catalogue.ts";
import type { MessengerSession as Session } from "../../generated/types.ts";
import { invalid } from "../contract/api-error.ts";
import type { Cipher } from "../encryption/cipher.ts";
import type { Handler } from "../handler.ts";
import { newId } from "../ids.ts";
import { oldestSession, type MessengerToken } from "../keys/find-visitor.ts";
import { hashSecret, newSecret } from "../keys/secret.ts";
import { contactOfEmail } from "../resources/contact-rows.ts";
import { addContact } from "../resources/contacts.ts";
import { write } from "../store/change.ts";
import { later } from "../store/moment.ts";
import { deleteOlder } from "../store/delete-older.ts";
import { isRefusal } from "../store/faults.ts";
import type { Store } from "../store/store.ts";

/** Contract: createMessengerSession. The visitor is a contact only when the website's server has signed the email (D-41). */
export const createMessengerSession: Handler<"createMessengerSession"> = async (
  { body: { name = "", email = "", email_signature } },
  { store, cipher, token },
) => {
  const isSigned = email_signature !== undefined;
  if (isSigned && !isSignatureOf(email, email_signature, token, cipher))
    throw invalid(["email_signature"], "no es la firma de este email");
  // The name and the email of a contact are in the contact alone, so that its erasure finds them.
  const visitor: Visitor = isSigned
    ? { name: "", email: "", contact_id: await contactWith(store, token.workspaceId, { name, email }) }
    : { name, email, contact_id: null };
  return { status: 200, headers: {}, body: { data: await startSession(store, token, visitor) } };
};

/** What is known of a visitor: the contact that it is, or what it says of itself. */
interface Visitor {
  name: string;
  email: string;
  contact_id: string | null;
}

/** Starts a session; the result is the only place where its secret can be read. */
export async function startSession(
  { database, now }: Pick<Store, "database" | "now">,
  { id, workspaceId }: Pick<MessengerToken, "id" | "workspaceId">,
  visitor: Visitor,
): Promise<Session> {
  const secret = newSecret("messengerVisitor");
  const email_verified = visitor.contact_id !== null;
  const { created_at } = await database
    .insertInto("messenger_sessions")
    .values({
      ...visitor,
      email_verified,
      id: newId("mss"),
      workspace_id: workspaceId,
      token_id: id,
      hash: hashSecret(secret),
      created_at: now(),
    })
    .returning("created_at")
    .executeTakeFirstOrThrow();
  return {
    object: "messenger_session",
    secret,
    email_verified,
    expires_at: later(created_at, limits.messengerSessionHours * 60 * 60 * 1000),
  };
}

function isSignatureOf(email: string, signature: string, token: MessengerToken, cipher: Cipher): boolean {
  if (email === "") return false;
  const signed = createHmac("sha256", cipher.decrypt(token.signingSecret, token.id)).update(email).digest();
  return timingSafeEqual(signed, Buffer.from(signature, "hex"));
}

/** The contact that has the email, which is created when there is none. */
async function contactWith(
  store: Store,
  workspaceId: string,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const known = await contactOfEmail(store.database, workspaceId, email);
  if (known !== undefined) return known;
  const fields = { name: name || email, email };
  try {
    return (await write(store, workspaceId, (change) => addContact(change, fields, "messenger"))).id;
  } catch (error) {
    const created = isRefusal(error, "taken") && (await contactOfEmail(store.database, workspaceId, email));
    if (typeof created === "string") return created; // by another request in the meantime
    throw error;
  }
}

/** Deletes the sessions that have ended. */
export function deleteEndedSessions(store: Store): Promise<void> {
  return deleteOlder(store.database, "messenger_sessions", oldestSession(store));
}
