import { decrypted, type Cipher } from "../encryption/cipher.ts";
import { newSecret } from "../keys/secret.ts";
import type { Store } from "../store/store.ts";

/**
 * Encrypts the signing secrets of all messenger tokens again, with the first key, while servers run.
 * @returns how many have a secret of the first key now, and the ids of the tokens whose secret no key can decrypt
 */
export async function encryptSigningSecrets(
  store: Store,
  cipher: Cipher,
): Promise<{ encrypted: number; unreadable: string[] }> {
  const unreadable: string[] = [];
  let encrypted = 0;
  for (const { id, secret } of await allSigningSecrets(store)) {
    const text = decrypted(cipher, secret, id);
    if (text === undefined) unreadable.push(id);
    else {
      await replace(store, id, cipher.encrypt(text, id));
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
    await replace(store, id, cipher.encrypt(signing_secret, id));
    reset.push({ workspace, id, signing_secret });
  }
  return reset;
}

const allSigningSecrets = ({ database }: Store) =>
  database
    .selectFrom("messenger_tokens")
    .innerJoin("workspaces", "workspaces.id", "messenger_tokens.workspace_id")
    .select(["messenger_tokens.id", "secret", "workspaces.name as workspace"])
    .orderBy("messenger_tokens.id")
    .execute();

const replace = ({ database }: Store, id: string, secret: string) =>
  database.updateTable("messenger_tokens").set({ secret }).where("id", "=", id).execute();
