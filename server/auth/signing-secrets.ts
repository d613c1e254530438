import { decrypted, type Cipher } from "./cipher.ts";
import { newSecret } from "./secret.ts";
import type { Store } from "../store/store.ts";

/**
 * Encrypts the signing secrets of all messenger tokens again, with the first key, while servers run. A previous secret that
 * cannot be decrypted is deleted.
 * @returns how many have a secret of the first key now, and the ids of the tokens whose secret no key can decrypt
 */
export async function encryptSigningSecrets(
  store: Store,
  cipher: Cipher,
): Promise<{ encrypted: number; unreadable: string[] }> {
  const unreadable: string[] = [];
  let encrypted = 0;
  for (const token of await allSigningSecrets(store)) {
    const [secret, previous_secret] = [token.secret, token.previous_secret].map((each) =>
      encryptedAgain(cipher, each, token.id),
    );
    if (!secret) unreadable.push(token.id);
    else {
      await replace(store, token, { secret, previous_secret: previous_secret ?? null });
      encrypted++;
    }
  }
  return { encrypted, unreadable };
}

/** A messenger token and its new signing secret, for the website's server. */
export interface ResetSigningSecret {
  workspace: string;
  id: string;
  signing_secret: string;
}

/** Gives a new signing secret to every messenger token whose secret no key can decrypt. */
export async function resetSigningSecrets(store: Store, cipher: Cipher): Promise<ResetSigningSecret[]> {
  const reset: ResetSigningSecret[] = [];
  for (const { workspace, id, secret } of await allSigningSecrets(store)) {
    if (decrypted(cipher, secret, id) !== undefined) continue;
    const signing_secret = newSecret("messengerSigning");
    await replace(
      store,
      { id, secret },
      { secret: cipher.encrypt(signing_secret, id), previous_secret: null },
    );
    reset.push({ workspace, id, signing_secret });
  }
  return reset;
}

const allSigningSecrets = ({ database }: Store) =>
  database
    .selectFrom("messenger_tokens")
    .innerJoin("workspaces", "workspaces.id", "messenger_tokens.workspace_id")
    .select(["messenger_tokens.id", "secret", "previous_secret", "workspaces.name as workspace"])
    .orderBy("messenger_tokens.id")
    .execute();

/** The same secret, encrypted with the first key; undefined when there is none or no key can decrypt it. */
function encryptedAgain(cipher: Cipher, secret: string | null, id: string): string | undefined {
  const text = secret === null ? undefined : decrypted(cipher, secret, id);
  return text === undefined ? undefined : cipher.encrypt(text, id);
}

/** Replaces the secrets, unless a rotation has done so in the meantime: it wrote a secret of the present key. */
const replace = (
  { database }: Store,
  { id, secret }: { id: string; secret: string },
  secrets: { secret: string; previous_secret: string | null },
) =>
  database
    .updateTable("messenger_tokens")
    .set(secrets)
    .where("id", "=", id)
    .where("secret", "=", secret)
    .execute();
