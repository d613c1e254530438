import type { Transaction } from "kysely";
import type { Quotas } from "../quotas.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** One transaction in one workspace. Every function that writes takes it, so that rows and events are committed together. */
export interface Change {
  transaction: Transaction<Tables>;
  workspaceId: string;
  /** The moment of the change by the database's clock, for every row that it writes. */
  now: Date;
  quotas: Quotas;
  /** Set when the change queues deliveries that are due at once. */
  hasDueDeliveries: boolean;
}

/** Runs `work` in a transaction, which is undone when it throws. */
export async function change<T>(
  { database, now: present, quotas, deliveries }: Store,
  workspaceId: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  let hasDueDeliveries = false;
  const result = await database.transaction().execute(async (transaction) => {
    const { now } = await transaction.selectNoFrom(present().as("now")).executeTakeFirstOrThrow();
    const change: Change = { transaction, workspaceId, now, quotas, hasDueDeliveries };
    const done = await work(change);
    hasDueDeliveries = change.hasDueDeliveries;
    return done;
  });
  if (hasDueDeliveries) deliveries.emit("due");
  return result;
}
