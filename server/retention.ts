import type { Logger } from "pino";
import { deleteExpiredKeys } from "./idempotency.ts";
import { deleteExpiredEvents } from "./resources/events.ts";
import { giveSessionLock, takeSessionLock } from "./store/advisory-lock.ts";
import type { Store } from "./store/store.ts";

const hour = 60 * 60 * 1000;

/**
 * Deletes what is past its retention, unless another process is doing it. The lock ends with the connection, so that
 * nobody keeps it who has died.
 * @returns whether this process did it
 */
export async function retain(store: Store): Promise<boolean> {
  return store.database.connection().execute(async (database) => {
    if (!(await takeSessionLock(database, "retention"))) return false;
    try {
      await deleteExpiredEvents({ ...store, database });
      await deleteExpiredKeys({ ...store, database });
    } finally {
      await giveSessionLock(database, "retention");
    }
    return true;
  });
}

/** Runs retention now and every hour. Gives the function that stops it. */
export function startRetention(store: Store, log: Logger): () => void {
  const run = () => {
    retain(store).then(
      (isDone) => isDone && log.info("what is past its retention is deleted"),
      (err: unknown) => log.error({ err }, "retention failed and is tried again in an hour"),
    );
  };
  run();
  const timer = setInterval(run, hour);
  return () => clearInterval(timer);
}
