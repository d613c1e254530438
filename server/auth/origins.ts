import { sql } from "kysely";
import type { Store } from "../store/store.ts";

/** How long the origins that were read are used, in milliseconds. */
const freshness = 5000;

/**
 * Tells whether some valid token has an origin. All origins are read together, at most once in five seconds, so that
 * nobody can make the database work by asking. When they cannot be read, those that were read before stand.
 */
export function createOriginList({ database }: Store): (origin: string) => Promise<boolean> {
  let origins: Promise<Set<string>> = Promise.resolve(new Set());
  let readAt = -Infinity;
  const read = async (before: Promise<Set<string>>) => {
    const { rows } = await sql<{ origin: string }>`
      select distinct unnest(origins) as origin from messenger_tokens where revoked_at is null`
      .execute(database)
      .catch(() => ({ rows: undefined }));
    return rows ? new Set(rows.map(({ origin }) => origin)) : before;
  };
  return async (origin) => {
    if (performance.now() - readAt > freshness) {
      readAt = performance.now();
      origins = read(origins);
    }
    return (await origins).has(origin);
  };
}
