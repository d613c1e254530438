import { type RawBuilder, sql } from "kysely";
import { recordAudit } from "../auth/audit.ts";
import { type Cipher, decrypted, type Encryption, isKeyOf, noteKey } from "../auth/encryption.ts";
import { newSecret, newWebhookSecret } from "../auth/secret.ts";
import type { Store } from "../store/store.ts";
import { command, type Session } from "./command.ts";

/** The table of what has a secret, encrypted with its id → what makes a new secret. */
const newSecrets = {
  webhooks: newWebhookSecret,
  messenger_tokens: () => newSecret("messengerSigning"),
};
type Table = keyof typeof newSecrets;

/** @throws Error when the servers could not read what these keys encrypt, nor these keys what the servers encrypted */
export async function encryptionOfServers(store: Store, session: Session): Promise<Encryption> {
  const encryption = session.encryption();
  if (await isKeyOf(store, encryption.keys)) return encryption;
  throw new Error(
    "This ENCRYPTION_KEY is not that of the servers: add theirs behind it, with a comma between them.",
  );
}

/** The last step of a rotation of ENCRYPTION_KEY. */
export const encrypt = command({
  summary:
    "encrypt the secrets of webhooks and messenger tokens anew with the first ENCRYPTION_KEY, so that the others can go",
  options: {},
  prepare: () => async (store, session) => {
    const { cipher, keys } = await encryptionOfServers(store, session);
    await recordAudit(store, session);
    const webhooks = await encryptAnew(store, cipher, "webhooks");
    const tokens = await encryptAnew(store, cipher, "messenger_tokens");
    await noteKey(store, keys[0]);
    return {
      encrypted: webhooks.encrypted + tokens.encrypted,
      unreadable: [...webhooks.unreadable, ...tokens.unreadable],
    };
  },
});

/** What to do when an ENCRYPTION_KEY is lost. */
export const resetSecretsCommand = command({
  summary:
    "give new secrets to the webhooks and messenger tokens whose secret no ENCRYPTION_KEY can read; tell them to the " +
    "receivers and websites",
  options: {},
  prepare: () => async (store, session) => {
    const { cipher, keys } = session.encryption();
    await recordAudit(store, session);
    const webhooks = await resetSecrets(store, cipher, "webhooks");
    const tokens = await resetSecrets(store, cipher, "messenger_tokens");
    await noteKey(store, keys[0]);
    return {
      webhooks: webhooks.map(({ workspace, id, url, secret }) => ({ workspace, id, url, secret })),
      messenger_tokens: tokens.map(({ workspace, id, secret }) => ({
        workspace,
        id,
        signing_secret: secret,
      })),
    };
  },
});

/**
 * Encrypts the secrets of a table again, with the first key, while servers run. A previous secret that cannot be decrypted is
 * deleted.
 * @returns how many rows have a secret of the first key now, and the ids of those whose secret no key can decrypt
 */
export async function encryptAnew(
  store: Store,
  cipher: Cipher,
  table: Table,
): Promise<{ encrypted: number; unreadable: string[] }> {
  const again = (secret: string | null, id: string) => {
    const text = secret === null ? undefined : decrypted(cipher, secret, id);
    return text === undefined ? null : cipher.encrypt(text, id);
  };
  const unreadable: string[] = [];
  const owners = await ownersIn(store, table);
  for (const owner of owners) {
    const secret = again(owner.secret, owner.id);
    const previous = again(owner.previous_secret, owner.id);
    if (secret === null) unreadable.push(owner.id);
    else await replace(store, table, owner, sql`secret = ${secret}, previous_secret = ${previous}`);
  }
  return { encrypted: owners.length - unreadable.length, unreadable };
}

/** Gives a new secret to every row of a table whose secret no key can decrypt, for its owner. */
export async function resetSecrets(store: Store, cipher: Cipher, table: Table): Promise<Owner[]> {
  const reset: Owner[] = [];
  for (const owner of await ownersIn(store, table)) {
    if (decrypted(cipher, owner.secret, owner.id) !== undefined) continue;
    const secret = newSecrets[table]();
    const none = sql`previous_secret = null, previous_secret_expires_at = null`;
    const updated = table === "webhooks" ? sql`, updated_at = ${store.now()}` : sql``;
    const values = sql`secret = ${cipher.encrypt(secret, owner.id)}, ${none}${updated}`;
    if (await replace(store, table, owner, values)) reset.push({ ...owner, secret });
  }
  return reset;
}

interface Owner {
  id: string;
  workspace_id: string;
  /** The workspace's name. */
  workspace: string;
  /** Of a webhook. */
  url: string | null;
  secret: string;
  previous_secret: string | null;
}

async function ownersIn({ database }: Store, table: Table): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select owner.id, workspace_id, workspaces.name as workspace, to_jsonb(owner) ->> 'url' as url, secret, previous_secret
    from ${sql.table(table)} owner join workspaces on workspaces.id = workspace_id
    order by owner.id`.execute(database);
  return rows;
}

/** Replaces the secrets. False when a rotation has done so in the meantime: it wrote a secret of the present key. */
async function replace(
  { database }: Store,
  table: Table,
  { workspace_id, id, secret }: Owner,
  values: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${values}
    where workspace_id = ${workspace_id} and id = ${id} and secret = ${secret}`.execute(database);
  return numAffectedRows === 1n;
}
