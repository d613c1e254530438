import { type RawBuilder, sql } from "kysely";
import { recordAudit } from "../auth/audit.ts";
import {
  type Cipher,
  decrypted,
  type Encryption,
  isKeyOf,
  noteKey,
} from "../auth/encryption.ts";
import { newSecret, newWebhookSecret } from "../auth/secret.ts";
import type { Store } from "../store/store.ts";
import { command, type Session } from "./command.ts";

/** Table with secrets, each encrypted with the id of its row → the function that makes a new one. */
const newSecrets = {
  webhooks: newWebhookSecret,
  messenger_tokens: () => newSecret("messengerSigning"),
};
type Table = keyof typeof newSecrets;

/**
 * Returns the encryption of the session, after a check that the servers use one of its keys.
 * @throws Error when the servers use other keys, so that neither side could decrypt the other
 *   side's secrets
 */
export async function encryptionOfServers(
  store: Store,
  session: Session,
): Promise<Encryption> {
  const encryption = session.encryption();
  if (await isKeyOf(store, encryption.keys)) return encryption;
  throw new Error(
    "The servers use another key than this ENCRYPTION_KEY: add their key behind it, after a comma.",
  );
}

/** The last step of a rotation of ENCRYPTION_KEY. */
export const encrypt = command({
  summary:
    "encrypt the secrets of webhooks and messenger tokens again with the first key of ENCRYPTION_KEY, so that you can remove the others",
  options: {},
  prepare: () => async (store, session) => {
    const { cipher, keys } = await encryptionOfServers(store, session);
    await recordAudit(store, session);
    const result = await encryptAnew(store, cipher);
    await noteKey(store, keys[0]);
    return result;
  },
});

/** Gives new secrets to webhooks and messenger tokens when an ENCRYPTION_KEY is lost. */
export const resetSecretsCommand = command({
  summary:
    "give new secrets to the webhooks and messenger tokens whose secret no ENCRYPTION_KEY can read; then pass the new " +
    "secrets on to the receivers and websites",
  options: {},
  prepare: () => async (store, session) => {
    const { cipher, keys } = session.encryption();
    await recordAudit(store, session);
    const reset = await resetSecrets(store, cipher);
    await noteKey(store, keys[0]);
    const ownersIn = (name: Table) =>
      reset.filter(({ table }) => table === name);
    return {
      webhooks: ownersIn("webhooks").map(({ workspace, id, url, secret }) => ({
        workspace,
        id,
        url,
        secret,
      })),
      messenger_tokens: ownersIn("messenger_tokens").map(
        ({ workspace, id, secret }) => ({
          workspace,
          id,
          signing_secret: secret,
        }),
      ),
    };
  },
});

/**
 * Encrypts all secrets again, with the first key, while servers run. A previous secret that cannot
 * be decrypted is deleted.
 * @returns how many rows have a secret of the first key now, and the ids of those whose secret no
 *   key can decrypt
 */
export async function encryptAnew(
  store: Store,
  cipher: Cipher,
): Promise<{ encrypted: number; unreadable: string[] }> {
  const again = (secret: string | null, id: string) => {
    const text = secret === null ? undefined : decrypted(cipher, secret, id);
    return text === undefined ? null : cipher.encrypt(text, id);
  };
  const encrypted = new Set<string>();
  const unreadable = new Set<string>();
  let remaining = await readOwners(store);
  while (remaining.length > 0) {
    const rotated = new Set<string>();
    for (const owner of remaining) {
      const secret = again(owner.secret, owner.id);
      const previous = again(owner.previous_secret, owner.id);
      if (secret === null) {
        unreadable.add(owner.id);
        continue;
      }
      const values = sql`secret = ${secret}, previous_secret = ${previous}`;
      if (await replace(store, owner, values)) encrypted.add(owner.id);
      else rotated.add(owner.id);
    }
    // A rotation keeps the previous secret as it was encrypted before.
    const owners = rotated.size > 0 ? await readOwners(store) : [];
    remaining = owners.filter(({ id }) => rotated.has(id));
  }
  return { encrypted: encrypted.size, unreadable: [...unreadable] };
}

/** Gives a new secret to every row whose secret no key can decrypt, for its owner. */
export async function resetSecrets(
  store: Store,
  cipher: Cipher,
): Promise<Owner[]> {
  const reset: Owner[] = [];
  for (const owner of await readOwners(store)) {
    if (decrypted(cipher, owner.secret, owner.id) !== undefined) continue;
    const secret = newSecrets[owner.table]();
    const none = sql`previous_secret = null, previous_secret_expires_at = null`;
    const updated =
      owner.table === "webhooks"
        ? sql`, updated_at = greatest(${store.now()}, updated_at + interval '1 millisecond')`
        : sql``;
    const values = sql`secret = ${cipher.encrypt(secret, owner.id)}, ${none}${updated}`;
    if (await replace(store, owner, values)) reset.push({ ...owner, secret });
  }
  return reset;
}

/** A webhook or a messenger token with its secrets. */
export interface Owner {
  table: Table;
  id: string;
  workspace_id: string;
  /** The workspace's name. */
  workspace: string;
  /** The URL of a webhook; null for a messenger token. */
  url: string | null;
  secret: string;
  previous_secret: string | null;
}

/** Reads the owners of secrets, of all workspaces or of one. */
export async function readOwners(
  { database }: Pick<Store, "database">,
  workspaceId?: string,
): Promise<Owner[]> {
  const ownersIn = (table: Table) => sql`
    select ${sql.lit(table)} as "table", owner.id, workspace_id, workspaces.name as workspace,
      to_jsonb(owner) ->> 'url' as url, secret, previous_secret
    from ${sql.table(table)} owner join workspaces on workspaces.id = workspace_id
    where workspace_id = coalesce(${workspaceId ?? null}, workspace_id)`;
  const { rows } = await sql<Owner>`
    ${ownersIn("webhooks")} union all ${ownersIn("messenger_tokens")} order by id`.execute(
    database,
  );
  return rows;
}

/**
 * Replaces the secrets. Returns false when a rotation has replaced them in the meantime, or the row
 * is gone.
 */
async function replace(
  { database }: Store,
  { table, workspace_id, id, secret }: Owner,
  values: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${values}
    where workspace_id = ${workspace_id} and id = ${id} and secret = ${secret}`.execute(
    database,
  );
  return numAffectedRows === 1n;
}
