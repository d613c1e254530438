import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { setTimeout } from "node:timers/promises";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { Store } from "../store/store.ts";

/** A key that a request may be sent with. */
export interface ApiKey {
  hash: string;
  id: string;
  workspaceId: string;
  scopes: string[];
}

/** Finds whom a secret with a hash belongs to; undefined when nobody, or it has expired or is revoked. */
export interface Finder<Found> {
  find: (hash: string) => Promise<Found | undefined>;
  /** The same together with others, some time later. Throws BatchFull when too many wait. */
  findInBatch: (hash: string) => Promise<Found | undefined>;
}

/** How long a key is cached at most, in milliseconds. */
const longest = 60_000;

/** Finds keys, and caches them until they expire or one is revoked. */
export function createKeyFinder(store: Store): Finder<ApiKey> {
  // Wrong secrets are not cached, so that they remove no key from the cache.
  const remembered = new LRUCache<string, ApiKey>({ max: 10_000, ttl: longest });
  let changes = 0;
  const isCurrent = store.revocations.follow(() => {
    changes++;
    remembered.clear();
  });
  const lookUp = async (hashes: string[]) => {
    const before = changes;
    const asked = performance.now();
    const rows = await findKeys(store, hashes);
    const keys = rows.map(({ hash, id, workspace_id: workspaceId, scopes, lifetime }) => {
      const key = { hash, id, workspaceId, scopes };
      const ttl = Math.min(longest, Math.floor(asked + (lifetime ?? longest) - performance.now()));
      // A key that was revoked after it had been read is not cached.
      if (before === changes && ttl > 0) remembered.set(hash, key, { ttl });
      return [hash, key] as const;
    });
    return new Map(keys);
  };
  const lookUpInBatch = createBatches(lookUp);
  const cached = (hash: string) => (isCurrent() ? remembered.get(hash) : undefined);
  return {
    find: async (hash) => cached(hash) ?? (await lookUp([hash])).get(hash),
    findInBatch: async (hash) => cached(hash) ?? lookUpInBatch(hash),
  };
}

/** The keys that are valid by the database's time; `lifetime` is how long each remains so, in milliseconds. */
function findKeys({ database, now }: Store, hashes: string[]) {
  return database
    .selectFrom("api_keys")
    .select(["id", "workspace_id", "scopes", "hash"])
    .select(sql<number | null>`(extract(epoch from expires_at - ${now()}) * 1000)::float8`.as("lifetime"))
    .where("hash", "=", sql<string>`any(${hashes})`)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`coalesce(expires_at > ${now()}, true)`)
    .execute();
}

/** The first scope that an operation requires and a key with these scopes lacks; undefined when the key may call it. */
export function missingScope(operation: OperationId, held: string[]): string | undefined {
  if (held.includes("*")) return undefined;
  return operations[operation].scopes.find((scope) => !held.includes(scope));
}

/** A batch has as many texts as it may have. */
export class BatchFull extends Error {}

/** The milliseconds between two batches at least, and the texts of a batch at most. */
const [interval, most] = [250, 1000];

/**
 * Looks up texts in batches, one at a time. So the load on the database has a bound, however many texts are asked for.
 * @returns a function that gives what `lookUp` found for a text; it throws BatchFull, or what `lookUp` throws
 */
export function createBatches<Found>(
  lookUp: (texts: string[]) => Promise<Map<string, Found>>,
): (text: string) => Promise<Found | undefined> {
  interface Batch {
    texts: Set<string>;
    found: Promise<Map<string, Found>>;
  }
  let open: Batch | undefined;
  let latest: Promise<unknown> = Promise.resolve();
  const begin = (): Batch => {
    const texts = new Set<string>();
    const found = Promise.all([latest, setTimeout(interval)]).then(() => {
      open = undefined;
      return lookUp([...texts]);
    });
    latest = found.catch(() => undefined);
    return { texts, found };
  };
  return async (text) => {
    open ??= begin();
    const { texts, found } = open;
    if (texts.size >= most && !texts.has(text)) throw new BatchFull();
    texts.add(text);
    return (await found).get(text);
  };
}
