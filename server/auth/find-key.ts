import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import { setTimeout } from "node:timers/promises";
import { type OperationId, operations } from "../../generated/operations.ts";
import type { Store } from "../store/store.ts";

/** A key that a request may be sent with. */
export type ApiKey = Awaited<ReturnType<typeof readKeys>>[number];

/**
 * Finds the owner of a secret by its hash. Returns undefined for a secret that is unknown, expired
 * or revoked.
 */
export type Finder<Found extends { hash: string }> = ReturnType<
  typeof createFinder<Found>
>;

/** Finds the owner of a secret by its hash. */
export interface SchemeFinder<Owner extends { hash: string }> {
  finder: Finder<Owner>;
  /** Finds the owner again: undefined when it has been revoked, or has ended. */
  findAgain: (hash: string) => Promise<Owner | undefined>;
  /** True when many callers have the same secret: an address is counted in place of the secret. */
  isShared: boolean;
}

/** Finds keys, and caches them until they expire or one is revoked. */
export const createKeyFinder = (store: Store) =>
  createFinder((hashes) => readKeys(store, hashes), {
    follow: store.revocations.follow,
    lifetimeOf: ({ lifetime }) => lifetime ?? maxLifetime,
  });

/** The scheme of API keys. */
export function keyScheme(store: Store): SchemeFinder<ApiKey> {
  const finder = createKeyFinder(store);
  return { finder, findAgain: finder.find, isShared: false };
}

/**
 * The keys that are valid by the database's time, and for how long yet, in milliseconds; null
 * without an end.
 */
const readKeys = ({ database, now }: Store, hashes: string[]) =>
  database
    .selectFrom("api_keys")
    .select(["id", "workspace_id as workspaceId", "scopes", "hash"])
    .select(isSuspended("api_keys").as("isSuspended"))
    .select(
      sql<
        number | null
      >`(extract(epoch from expires_at - ${now()}) * 1000)::float8`.as(
        "lifetime",
      ),
    )
    .where("hash", "=", sql<string>`any(${hashes})`)
    .where("revoked_at", "is", null)
    .where(sql<boolean>`coalesce(expires_at > ${now()}, true)`)
    .execute();

/** Makes the condition that the workspace of a key, token or session is suspended. */
export const isSuspended = (table: string) => sql<boolean>`exists (
  select from workspaces where id = ${sql.ref(`${table}.workspace_id`)} and suspended_at is not null)`;

/** The maximum time for which an owner is cached, in milliseconds. */
const maxLifetime = 60_000;

/**
 * Finds the owners of secrets, and caches them. Wrong secrets are not cached, so that they remove
 * no other from the cache.
 * @param options.follow calls back at each revocation; it returns a function that says whether it
 *   has heard of all
 * @param options.lifetimeOf returns the time for which an owner may be cached, in milliseconds from
 *   the query on
 */
export function createFinder<Found extends { hash: string }>(
  read: (hashes: string[]) => Promise<Found[]>,
  {
    follow = () => () => true,
    lifetimeOf = () => maxLifetime,
  }: {
    follow?: Store["revocations"]["follow"];
    lifetimeOf?: (found: Found) => number;
  } = {},
) {
  const remembered = new LRUCache<string, Found>({
    max: 10_000,
    ttl: maxLifetime,
  });
  let revocations = 0;
  const isCurrent = follow(() => {
    revocations++;
    remembered.clear();
  });
  const lookUp = async (hashes: string[]) => {
    const before = revocations;
    const askedAt = performance.now();
    const found = new Map<string, Found>();
    for (const one of await read(hashes)) {
      found.set(one.hash, one);
      const ttl = Math.min(
        maxLifetime,
        Math.floor(askedAt + lifetimeOf(one) - performance.now()),
      );
      // What was revoked after it had been read is not cached.
      if (before === revocations && ttl > 0)
        remembered.set(one.hash, one, { ttl });
    }
    return found;
  };
  const lookUpInBatch = createBatches(lookUp);
  const cached = (hash: string) =>
    isCurrent() ? remembered.get(hash) : undefined;
  return {
    find: async (hash: string) =>
      cached(hash) ?? (await lookUp([hash])).get(hash),
    /**
     * Finds the owner as `find` does, but later, together with other secrets. Throws BatchFull when
     * too many secrets wait.
     */
    findInBatch: async (hash: string) => cached(hash) ?? lookUpInBatch(hash),
  };
}

/**
 * The first scope that an operation requires and a key with these scopes lacks; undefined when the
 * key may call it.
 */
export function missingScope(
  operation: OperationId,
  held: string[],
): string | undefined {
  if (held.includes("*")) return undefined;
  return operations[operation].scopes.find((scope) => !held.includes(scope));
}

/** A batch has as many texts as it may have. */
export class BatchFull extends Error {}

/** The minimum time between two batches, in milliseconds. */
const batchInterval = 250;
/** The maximum number of texts in a batch. */
const maxTexts = 1000;

/**
 * Looks up texts in batches, one batch at a time, so that many texts put a bounded load on the
 * database.
 * @returns a function that returns what `lookUp` found for a text; it throws BatchFull, or what
 *   `lookUp` throws
 */
function createBatches<Found>(
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
    const found = Promise.all([latest, setTimeout(batchInterval)]).then(() => {
      open = undefined;
      return lookUp([...texts]);
    });
    latest = found.catch(() => undefined);
    return { texts, found };
  };
  return async (text) => {
    open ??= begin();
    const { texts, found } = open;
    if (texts.size >= maxTexts && !texts.has(text)) throw new BatchFull();
    texts.add(text);
    return (await found).get(text);
  };
}
