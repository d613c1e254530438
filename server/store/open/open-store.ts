import type { Quotas } from "../../settings/quotas.ts";
import type { Fault } from "../schema/faults.ts";
import type { Store } from "../store.ts";

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
