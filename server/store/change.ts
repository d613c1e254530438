import type { Transaction } from "kysely";
import type { Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** One transaction in one workspace. Everything that writes takes it, so that rows and events come together. */
export interface Change {
  transaction: Transaction<Tables>;
  workspaceId: string;
  /** The moment of the change, for every row that it writes. */
  now: Date;
}

/** Runs `work` in a transaction: all of it happens or, when it throws, nothing. */
export function change<T>(
  { database, clock }: Store,
  workspaceId: string,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  return database.transaction().execute((transaction) => work({ transaction, workspaceId, now: clock() }));
}
