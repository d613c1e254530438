import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { limits } from "../../generated/catalogue.ts";
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

/** Gives the function that finds the live key with a secret, or undefined for every other text. */
export function createKeyFinder(store: Store): (secret: string) => Promise<ApiKey | undefined> {
  // What is not found is not remembered, so a stranger's guesses push nothing out.
  const remembered = new LRUCache<string, ApiKey>({
    max: 10_000,
    ttl: limits.revocationSeconds * 1000,
    ttlResolution: 0,
    fetchMethod: (hash) => findKey(store, hash),
  });
  return async (secret) => {
    if (!isSecret(secret)) return undefined;
    const hash = hashSecret(secret);
    return remembered.get(hash) ?? (await remembered.fetch(hash));
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
