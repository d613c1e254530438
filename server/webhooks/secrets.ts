import type { Store } from "../store/store.ts";
import { newWebhookSecret } from "./signature.ts";
import { decrypted, type Cipher } from "../auth/cipher.ts";

/**
 * Encrypts the secrets of all webhooks again, with the first key, while servers run. A previous secret that cannot be
 * decrypted is deleted.
 * @returns how many webhooks have a secret of the first key now, and the ids of those whose secret no key can decrypt
 */
export async function encryptAnew(
  store: Store,
  cipher: Cipher,
): Promise<{ encrypted: number; unreadable: string[] }> {
  const unreadable: string[] = [];
  let count = 0;
  for (const webhook of await allSecrets(store)) {
    const { id, secret, previous_secret } = webhook;
    const text = decrypted(cipher, secret, id);
    if (text === undefined) {
      unreadable.push(id);
      continue;
    }
    const previous = previous_secret === null ? undefined : decrypted(cipher, previous_secret, id);
    await store.database
      .updateTable("webhooks")
      .set({
        secret: cipher.encrypt(text, id),
        previous_secret: previous === undefined ? null : cipher.encrypt(previous, id),
      })
      .where("workspace_id", "=", webhook.workspace_id)
      .where("id", "=", id)
      // A rotation in the meantime has written a secret of the present key.
      .where("secret", "=", secret)
      .execute();
    count++;
  }
  return { encrypted: count, unreadable };
}

/** A webhook and its new secret, for its owner. */
export interface ResetSecret {
  workspace: string;
  id: string;
  url: string;
  secret: string;
}

/** Gives a new secret to every webhook whose secret no key can decrypt. */
export async function resetSecrets(store: Store, cipher: Cipher): Promise<ResetSecret[]> {
  const reset: ResetSecret[] = [];
  for (const { workspace_id, id, url, workspace, secret } of await allSecrets(store)) {
    if (decrypted(cipher, secret, id) !== undefined) continue;
    const fresh = newWebhookSecret();
    await store.database
      .updateTable("webhooks")
      .set({
        secret: cipher.encrypt(fresh, id),
        previous_secret: null,
        previous_secret_expires_at: null,
        updated_at: store.now(),
      })
      .where("workspace_id", "=", workspace_id)
      .where("id", "=", id)
      .where("secret", "=", secret)
      .execute();
    reset.push({ workspace, id, url, secret: fresh });
  }
  return reset;
}

function allSecrets({ database }: Store) {
  return database
    .selectFrom("webhooks")
    .innerJoin("workspaces", "workspaces.id", "webhooks.workspace_id")
    .select([
      "workspace_id",
      "webhooks.id",
      "url",
      "secret",
      "previous_secret",
      "workspaces.name as workspace",
    ])
    .orderBy("webhooks.id")
    .execute();
}
