import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { sessionLimits } from "./session.ts";

/** Tells what remembers API keys when one of them may have been revoked. */
export interface Revocations {
  /**
   * Calls `forget` when any key may have been revoked or changed.
   * @returns whether everything up to now has been told; while it has not, what is remembered must not be used
   */
  follow: (forget: () => void) => () => boolean;
  /** Resolves when no process uses any longer what was revoked before the call. */
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

/** How long what is known counts as known, in milliseconds, from when the database was asked. */
const lease = 1000;
/** How often it is asked, in milliseconds. */
const interval = 300;

/**
 * Revocations for all processes of a PostgreSQL database. It notifies a connection of each process as soon as a key has
 * changed. A process trusts that for `lease` after it has asked for the number of changes, so one that is frozen or cut
 * off trusts it no longer, and whoever revokes a key waits as long.
 */
export function sharedRevocations(url: string): Revocations & { close: () => void } {
  const followers = new Set<() => void>();
  const closing = new AbortController();
  let knownUntil = -Infinity;
  const forget = () => followers.forEach((follower) => follower());

  const listen = async () => {
    const limits = { connectionTimeoutMillis: sessionLimits.connect, query_timeout: lease };
    const client = new pg.Client({ connectionString: url, keepAlive: true, ...limits });
    client.on("error", () => undefined).on("notification", forget);
    try {
      await client.connect();
      await client.query("listen contacts_api_key_changes");
      let count: string | undefined;
      while (!closing.signal.aborted) {
        const asked = performance.now();
        const { rows } = await client.query<{ count: string }>("select count from key_changes");
        if (rows[0]?.count !== count) forget();
        count = rows[0]?.count;
        knownUntil = asked + lease;
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
      await setTimeout(interval, undefined, { signal: closing.signal }).catch(() => undefined);
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
