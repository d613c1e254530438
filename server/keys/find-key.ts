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

/** `last_used_at` is written at most once in this time. */
const usePrecision = sql`interval '1 hour'`;

/** How long a key is cached at most, in milliseconds; `last_used_at` may be late by this time. */
const longest = 60_000;

/**
 * Returns the function that finds the key with a secret; undefined when there is none or it is revoked. It caches keys,
 * and clears the cache when a key is revoked.
 */
export function createKeyFinder(store: Store): (secret: string) => Promise<ApiKey | undefined> {
  // Wrong secrets are not cached, so that they remove no key from the cache.
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
    // A key that was revoked after it had been read is not cached.
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
