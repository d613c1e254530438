import { sql } from "kysely";
import type { Store } from "../store/store.ts";
import { decrypted, type Cipher } from "./encryption.ts";

/** The tables of what has a secret, encrypted with its id. */
type Table = "webhooks" | "messenger_tokens";

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
  let encrypted = 0;
  for (const owner of await ownersIn(store, table)) {
    const secret = again(owner.secret, owner.id);
    if (secret === null) unreadable.push(owner.id);
    else {
      const previous = again(owner.previous_secret, owner.id);
      await replace(store, table, owner, sql`secret = ${secret}, previous_secret = ${previous}`);
      encrypted++;
    }
  }
  return { encrypted, unreadable };
}

/** Gives a new secret to every row of a table whose secret no key can decrypt, for its owner. */
export async function resetSecrets(
  store: Store,
  cipher: Cipher,
  table: Table,
  newSecret: () => string,
): Promise<Pick<Owner, "workspace" | "id" | "url" | "secret">[]> {
  const reset = [];
  for (const owner of await ownersIn(store, table)) {
    const { workspace, id, url } = owner;
    if (decrypted(cipher, owner.secret, id) !== undefined) continue;
    const secret = newSecret();
    const none = sql`previous_secret = null, previous_secret_expires_at = null`;
    const updated = table === "webhooks" ? sql`, updated_at = ${store.now()}` : sql``;
    const values = sql`secret = ${cipher.encrypt(secret, id)}, ${none}${updated}`;
    if (await replace(store, table, owner, values)) reset.push({ workspace, id, url, secret });
  }
  return reset;
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
  values: ReturnType<typeof sql>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${values}
    where workspace_id = ${workspace_id} and id = ${id} and secret = ${secret}`.execute(database);
  return numAffectedRows === 1n;
}
