import type { RawBuilder } from "kysely";
import type { EventEmitter } from "node:events";
import type { Database } from "./database/driver.ts";
import type { Quotas } from "../settings/quotas.ts";
import type { Fault } from "./schema/faults.ts";
import type { Timestamp } from "./timestamp.ts";
import type { Revocations } from "./database/revocations.ts";

/** The database and its time, for everything that reads or writes rows. */
export interface Store extends Database {
  /**
   * The present time in SQL, by the database's clock, as the clocks of the processes differ. Tests
   * replace it.
   */
  now: () => RawBuilder<Timestamp>;
  /** The quotas of a workspace that has none of its own. */
  quotas: Quotas;
  /**
   * Emits the notices of committed transactions, with the id of their workspace, to this process.
   */
  notices: EventEmitter<Record<string, [workspaceId: string]>>;
  revocations: Revocations;
}

/** A store that somebody opened and has to close. */
export interface OpenStore extends Store {
  close: () => Promise<void>;
  /** Objects that the database lacked when it was opened, without which requests are slower. */
  faults: readonly Fault[];
  /** The number of connections. */
  pool: Readonly<Record<"totalCount" | "idleCount" | "waitingCount", number>>;
}

/** Options of a store. */
export interface Opening {
  /** The present time; by default the database's. */
  now?: Store["now"] | undefined;
  /**
   * The process that opens it. A server runs every migration. An operator does so in an empty
   * database only, and its statements have no timeout.
   */
  by?: "server" | "operator";
  quotas?: Quotas | undefined;
  /** Refuses a data folder without a database, instead of making one. */
  mustExist?: boolean;
  /** Prints a line about work that takes a while. */
  report?: (line: string) => void;
}
