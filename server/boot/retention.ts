import type { Logger } from "pino";
import { deleteExpiredAudit } from "../auth/audit.ts";
import { deleteExpiredKeys } from "../api/idempotency.ts";
import { deleteEndedSessions } from "../api/messenger/sessions.ts";
import { deleteExpiredEvents } from "../api/events.ts";
import { releaseSessionLock, takeSessionLock } from "../store/advisory-lock.ts";
import type { Store } from "../store/store.ts";

const hour = 60 * 60 * 1000;

/**
 * Deletes the rows whose retention has ended, unless another process is doing so. The lock ends with the connection, so
 * that a process which has died does not keep it.
 * @returns whether this process did it
 */
export async function retain(store: Store): Promise<boolean> {
  return store.database.connection().execute(async (database) => {
    if (!(await takeSessionLock(database, "retention"))) return false;
    try {
      await deleteExpiredEvents({ ...store, database });
      await deleteExpiredKeys({ ...store, database });
      await deleteExpiredAudit({ ...store, database });
      await deleteEndedSessions({ ...store, database });
    } finally {
      await releaseSessionLock(database, "retention");
    }
    return true;
  });
}

/** Runs retention now and every hour. Returns the function that stops it. */
export function startRetention(store: Store, log: Logger): () => void {
  const run = () => {
    retain(store).then(
      (isDone) => isDone && log.info("expired rows were deleted"),
      (err: unknown) => log.error({ err }, "expired rows could not be deleted; the next try is in an hour"),
    );
  };
  run();
  const timer = setInterval(run, hour);
  return () => clearInterval(timer);
}
