import type { Kysely, RawBuilder, Selectable } from "kysely";
import type { Conflict } from "./errors.ts";
import type { Usage } from "./ledger.ts";
import type { Quotas } from "./quotas.ts";
import type { Tables } from "./tables.ts";
import type { Timestamp } from "./timestamp.ts";

/**
 * A transaction in one workspace. Rows that are written by `pendingWrite`, such as events, are written at its end, all by one
 * statement; until then it does not see them.
 */
export interface Transaction {
  workspaceId: string;
  /** Reads, locks and writes at once. Statements that are awaited together take one round trip, in their order. */
  database: Kysely<Tables>;
  /** The time of the transaction by the database's clock, for every row that it writes. */
  now: () => Promise<Timestamp>;
  /** What was read with the beginning. It arrives before what any other statement reads. */
  beginning: Promise<Beginning>;
  pending: PendingWrites;
  /** Set when deliveries are queued that are due at once. */
  hasDueDeliveries: boolean;
  /** Set when nothing is to be kept of the transaction although its work has a result. */
  isRolledBack: boolean;
}

/** What was so when a transaction began. */
export interface Beginning {
  now: Timestamp;
  /** The webhooks that were enabled, and the types of events that they want. */
  webhooks: Pick<Selectable<Tables["webhooks"]>, "id" | "events">[];
  /** What the workspace stored, and how much it may store. */
  used: Usage;
  quotas: Quotas;
}

/** Rows of one kind that transactions write at their end. */
export interface PendingKind {
  id: number;
  /** A part of a statement, which writes rows that are given as JSON. It is built once. */
  write: (workspaceId: string, rows: string) => RawBuilder<unknown>;
  /** Why the transaction is undone when `write` returns fewer rows than it is given. */
  conflict: Conflict | undefined;
  /** Whether `write` returns of each row what it adds to the ledger: `contacts` and `bytes`. */
  isCounted: boolean;
  /** What `write` is given for the rows. */
  toRows(rows: object[], tx: Transaction, beginning: Beginning): object[];
}

/** The rows that a transaction has still to write. */
export type PendingWrites = Map<PendingKind, object[]>;
