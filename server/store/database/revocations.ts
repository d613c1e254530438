import { setTimeout } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { keyChanges } from "../own-tables.ts";
import { timeouts } from "./pool.ts";
import type { Tables } from "../tables.ts";

/** Tells the caches of API keys when a key may have been revoked. */
export interface Revocations {
  /**
   * Calls `forget` when any key may have been revoked or changed.
   * @returns whether all changes up to now are known; while they are not, cached keys must not be
   *   used
   */
  follow: (forget: () => void) => () => boolean;
  /** Resolves when no process accepts a key any longer that was revoked before the call. */
  reachedAll: () => Promise<void>;
}

/** Revocations for one process that has its store to itself. */
export function localRevocations(): Revocations {
  const followers = new Set<() => void>();
  return {
    follow: (forget) => {
      followers.add(forget);
      return () => true;
    },
    reachedAll: () => {
      for (const forget of followers) forget();
      return Promise.resolve();
    },
  };
}

/**
 * Notifies each process, when the transaction commits, that its cached keys have changed. A change
 * of a key itself notifies by a trigger.
 */
export async function noteKeyChange(database: Kysely<Tables>): Promise<void> {
  await sql`update key_changes set count = count + 1`.execute(database);
  await sql`select pg_notify(${keyChanges}, '')`.execute(database);
}

/** The time for which cached keys may be used after a query for changes, in milliseconds. */
const lease = 1000;
/** The time between two queries of the number of changes, in milliseconds. */
const interval = 300;

/**
 * Revocations for all processes of a PostgreSQL database, which notifies each process as soon as a
 * key has changed. A process uses its cached keys for `lease` after each query for the number of
 * changes. So a process that was frozen or disconnected stops using them, and a revocation waits
 * for that time.
 */
export function sharedRevocations(
  url: string,
): Revocations & { close: () => void } {
  const followers = new Set<() => void>();
  const closing = new AbortController();
  let knownUntil = -Infinity;
  const forget = () => followers.forEach((follower) => follower());

  const listen = async () => {
    const limits = {
      connectionTimeoutMillis: timeouts.connect,
      query_timeout: lease,
    };
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      ...limits,
    });
    client.on("error", () => undefined).on("notification", forget);
    try {
      await client.connect();
      await client.query(`listen ${keyChanges}`);
      let count: string | undefined;
      while (!closing.signal.aborted) {
        const askedAt = performance.now();
        const { rows } = await client.query<{ count: string }>(
          "select count from key_changes",
        );
        if (rows[0]?.count !== count) forget();
        count = rows[0]?.count;
        knownUntil = askedAt + lease;
        await setTimeout(interval, undefined, { signal: closing.signal });
      }
    } finally {
      knownUntil = -Infinity;
      void client.end().catch(() => undefined);
    }
  };
  const listenAlways = async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => undefined);
      await setTimeout(interval, undefined, { signal: closing.signal }).catch(
        () => undefined,
      );
    }
  };

  return {
    follow: (follower) => {
      followers.add(follower);
      if (followers.size === 1) void listenAlways();
      return () => performance.now() < knownUntil;
    },
    reachedAll: () => setTimeout(lease + interval),
    close: () => closing.abort(),
  };
}
