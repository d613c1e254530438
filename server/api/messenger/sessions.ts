import { sql } from "kysely";
import { createHmac, timingSafeEqual } from "node:crypto";
import { limits } from "../../../generated/constants.ts";
import { objects } from "../../../generated/objects.ts";
import type {
  CreateMessengerSessionRequest,
  MessengerSession as Session,
} from "../../../generated/types.ts";
import { invalid } from "../../contract/api-error.ts";
import { timeOf } from "../../contract/date-time.ts";
import { type Cipher, decrypted } from "../../auth/encryption.ts";
import type { Handler } from "../handler.ts";
import { newId } from "../../store/ids.ts";
import type { MessengerToken } from "../../auth/find-visitor.ts";
import { hashSecret, newSecret } from "../../auth/secret.ts";
import { withUniqueKeys } from "../contact-keys.ts";
import { withEmail } from "../contact-rows.ts";
import { addContact } from "../contacts.ts";
import { insert, remove } from "../../store/rows.ts";
import { later } from "../../store/timestamp.ts";
import { evaluate } from "../../store/statement.ts";
import { inTransaction, type Transaction } from "../../store/transaction.ts";
import type { Store } from "../../store/store.ts";

/**
 * Contract: createMessengerSession. The visitor is a contact only when the website's server has
 * signed the email (D-41).
 */
export const createMessengerSession: Handler<"createMessengerSession"> = async (
  { body },
  context,
) => {
  const { store, cipher, owner: token, request } = context;
  const { name = "", email = "" } = body;
  const isSigned = await requireSignature(body, store, token, cipher);
  const work = async (tx: Transaction) => {
    // The name and the email of a contact are in the contact alone, so that its erasure finds them.
    const visitor = isSigned
      ? {
          name: "",
          email: "",
          contact_id: await contactWith(tx, { name, email }),
        }
      : { name, email, contact_id: null };
    return startSession(tx, token, visitor);
  };
  // When another request has created the contact meanwhile, this one runs again, and finds it.
  const data = await withUniqueKeys(context, () =>
    inTransaction(store, token.workspaceId, work, { request }),
  );
  return { status: 200, body: { data } };
};

/** A visitor: a contact, or a name and an email that the visitor has given. */
interface Visitor {
  name: string;
  email: string;
  contact_id: string | null;
}

/** Starts a session; the result is the only place where its secret can be read. */
export function startSession(
  tx: Transaction,
  { id }: Pick<MessengerToken, "id">,
  visitor: Visitor,
): Session {
  const secret = newSecret("messengerVisitor");
  const email_verified = visitor.contact_id !== null;
  const session = {
    id: newId("mss"),
    token_id: id,
    hash: hashSecret(secret),
    email_verified,
    created_at: tx.now,
    ...visitor,
  };
  void insert(tx, "messenger_sessions", [session]);
  const expires_at = later(
    tx.now,
    limits.messengerSessionHours * 60 * 60 * 1000,
  );
  return objects.MessengerSession({ secret, email_verified, expires_at });
}

/**
 * Returns whether the website's server has signed the email; false when the request has no
 * signature.
 * @throws ApiError 422 when the signature is of something else or of another secret, or has expired
 */
async function requireSignature(
  body: CreateMessengerSessionRequest,
  store: Store,
  token: MessengerToken,
  cipher: Cipher,
): Promise<boolean> {
  const { email_signature, email_signature_expires_at: expiry } = body;
  const ofExpiry = ["email_signature_expires_at"];
  if (email_signature === undefined && expiry !== undefined)
    throw invalid(ofExpiry, "conflict", {
      es: "solo se puede enviar con email_signature",
      en: "can be sent only with email_signature",
    });
  if (email_signature === undefined) return false;
  if (!hasSignature(body, token, cipher))
    throw invalid(["email_signature"], "conflict", {
      es: "no es la firma de este email",
      en: "is not the signature of this email",
    });
  if (expiry !== undefined && !(await isAhead(store, expiry)))
    throw invalid(ofExpiry, "expired", {
      es: "la firma venció: tu servidor tiene que firmar de nuevo",
      en: "the signature has expired: your server has to sign again",
    });
  return true;
}

/** Returns whether a time is in the future, by the clock of the database. */
const isAhead = ({ database, now }: Store, timestamp: string) =>
  evaluate(
    database,
    sql<boolean>`${timeOf(timestamp)}::timestamptz > ${now()}`,
  );

/**
 * Returns whether an email is signed with one of the token's secrets. All are tried, so the
 * response time does not reveal which one fits.
 */
export function hasSignature(
  {
    email,
    email_signature,
    email_signature_expires_at: expiry,
  }: CreateMessengerSessionRequest,
  { id, signingSecrets }: MessengerToken,
  cipher: Cipher,
): boolean {
  if (email === undefined || email_signature === undefined) return false;
  const signature = Buffer.from(email_signature, "hex");
  // No email has a line break, so a signature with an expiry never fits another email without an
  // expiry.
  const text = expiry === undefined ? email : `${email}\n${expiry}`;
  const secrets = signingSecrets.map((secret) => decrypted(cipher, secret, id));
  const results = secrets.map(
    (secret) =>
      secret !== undefined &&
      timingSafeEqual(
        createHmac("sha256", secret).update(text).digest(),
        signature,
      ),
  );
  if (results.includes(true)) return true;
  if (secrets.includes(undefined))
    throw new Error("No ENCRYPTION_KEY can decrypt a signing secret.");
  return false;
}

/**
 * Returns the contact that has the email, and creates one when there is none. The contact is not
 * erased before the session is stored. Sessions without a signature end that became this contact
 * because the team gave it the email that their visitors had claimed.
 */
async function contactWith(
  tx: Transaction,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const existing = await tx.database
    .selectFrom("contacts")
    .select("id")
    .where("workspace_id", "=", tx.workspaceId)
    .where(withEmail(email))
    .forKeyShare()
    .executeTakeFirst();
  if (!existing)
    return (await addContact(tx, { name: name || email, email }, "messenger"))
      .id;
  await remove(
    tx,
    "messenger_sessions",
    sql`contact_id = ${existing.id} and not email_verified`,
  );
  return existing.id;
}
