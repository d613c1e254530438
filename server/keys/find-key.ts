import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Store } from "../store/store.ts";
import { hashSecret, isSecret } from "./secret.ts";

/** A key that a request may be sent with. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  scopes: string[];
}

/** How exact `last_used_at` is: it is written at most once in this time. */
const usePrecision = sql`interval '1 hour'`;

/** How long a key is remembered at most, in milliseconds: so late may its last use be noted. */
const longest = 60_000;

/**
 * Gives the function that finds the live key with a secret, or undefined for every other text. It remembers keys, and
 * forgets all of them when one is revoked.
 */
export function createKeyFinder(store: Store): (secret: string) => Promise<ApiKey | undefined> {
  // What is not found is not remembered, so a stranger's guesses push nothing out.
  const remembered = new LRUCache<string, ApiKey>({ max: 10_000, ttl: longest });
  let changes = 0;
  const isCurrent = store.revocations.follow(() => {
    changes++;
    remembered.clear();
  });
  return async (secret) => {
    if (!isSecret(secret)) return undefined;
    const hash = hashSecret(secret);
    const known = isCurrent() ? remembered.get(hash) : undefined;
    if (known) return known;
    const before = changes;
    const key = await findKey(store, hash);
    // A key that was revoked after it had been read is not remembered.
    if (key && before === changes) remembered.set(hash, key);
    return key;
  };
}

async function findKey({ database, now }: Store, hash: string): Promise<ApiKey | undefined> {
  const row = await database
    .selectFrom("api_keys")
    .select(["id", "workspace_id", "scopes"])
    .select(sql<boolean>`coalesce(last_used_at <= ${now()} - ${usePrecision}, true)`.as("isUnnoticed"))
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.isUnnoticed) {
    await database.updateTable("api_keys").set({ last_used_at: now() }).where("id", "=", row.id).execute();
  }
  return { id: row.id, workspaceId: row.workspace_id, scopes: row.scopes };
}
