import type { Transaction } from "kysely";
import type { Quotas } from "../quotas.ts";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** One transaction in one workspace. Everything that writes takes it, so that rows and events come together. */
export interface Change {
  transaction: Transaction<Tables>;
  workspaceId: string;
  /** The moment of the change by the database's clock, for every row that it writes. */
  now: Date;
  quotas: Quotas;
  /** Set by what leaves attempts to make. */
  ring: boolean;
}

/** Runs `work` in a transaction: all of it happens or, when it throws, nothing. */
export async function change<T>(
  { database, now: present, quotas, bell }: Store,
  workspaceId: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  let ring = false;
  const result = await database.transaction().execute(async (transaction) => {
    const { now } = await transaction.selectNoFrom(present().as("now")).executeTakeFirstOrThrow();
    const change: Change = { transaction, workspaceId, now, quotas, ring };
    const done = await work(change);
    ring = change.ring;
    return done;
  });
  if (ring) bell.emit("ring");
  return result;
}
