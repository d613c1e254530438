import type { Logger } from "pino";
import { deleteExpiredKeys } from "./idempotency.ts";
import { deleteExpiredEvents } from "./resources/events.ts";
import type { Store } from "./store/store.ts";

const hour = 60 * 60 * 1000;

/** Deletes what is past its retention, now and every hour. Gives the function that stops it. */
export function startRetention(store: Store, log: Logger): () => void {
  const run = () => {
    Promise.all([deleteExpiredEvents(store), deleteExpiredKeys(store)]).catch((err: unknown) => {
      log.error({ err }, "retention failed and is tried again in an hour");
    });
  };
  run();
  const timer = setInterval(run, hour);
  return () => clearInterval(timer);
}
