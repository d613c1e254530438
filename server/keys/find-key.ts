import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Store } from "../store/store.ts";
import { createBatches } from "./batches.ts";

/** A key that a request may be sent with. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  scopes: string[];
}

/** Finds the key with a hash; undefined when there is none or it is revoked. */
export interface KeyFinder {
  find: (hash: string) => Promise<ApiKey | undefined>;
  /** The same together with others, some time later. Throws BatchFull when too many wait. */
  findInBatch: (hash: string) => Promise<ApiKey | undefined>;
}

/** `last_used_at` is written at most once in this time. */
const usePrecision = sql`interval '1 hour'`;

/** How long a key is cached at most, in milliseconds; `last_used_at` may be late by this time. */
const longest = 60_000;

/** Finds keys, and caches them until one is revoked. */
export function createKeyFinder(store: Store): KeyFinder {
  // Wrong secrets are not cached, so that they remove no key from the cache.
  const remembered = new LRUCache<string, ApiKey>({ max: 10_000, ttl: longest });
  let changes = 0;
  const isCurrent = store.revocations.follow(() => {
    changes++;
    remembered.clear();
  });
  const lookUp = async (hashes: string[]) => {
    const before = changes;
    const keys = await findKeys(store, hashes);
    // A key that was revoked after it had been read is not cached.
    if (before === changes) for (const [hash, key] of keys) remembered.set(hash, key);
    return keys;
  };
  const lookUpInBatch = createBatches(lookUp);
  const cached = (hash: string) => (isCurrent() ? remembered.get(hash) : undefined);
  return {
    find: async (hash) => cached(hash) ?? (await lookUp([hash])).get(hash),
    findInBatch: async (hash) => cached(hash) ?? lookUpInBatch(hash),
  };
}

async function findKeys({ database, now }: Store, hashes: string[]): Promise<Map<string, ApiKey>> {
  const rows = await database
    .selectFrom("api_keys")
    .select(["id", "workspace_id", "scopes", "hash"])
    .select(sql<boolean>`coalesce(last_used_at <= ${now()} - ${usePrecision}, true)`.as("isUnnoticed"))
    .where("hash", "=", sql<string>`any(${hashes})`)
    .where("revoked_at", "is", null)
    .execute();
  const unnoticed = rows.filter(({ isUnnoticed }) => isUnnoticed).map(({ id }) => id);
  if (unnoticed.length > 0)
    await database
      .updateTable("api_keys")
      .set({ last_used_at: now() })
      .where("id", "in", unnoticed)
      .execute();
  return new Map(
    rows.map(({ hash, id, workspace_id, scopes }) => [hash, { id, workspaceId: workspace_id, scopes }]),
  );
}
