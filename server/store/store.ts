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
   * The present time in SQL, by the database's clock, as the clocks of the processes differ. Tests replace it.
   */
  now: () => RawBuilder<Timestamp>;
  /** How much a workspace may store that has no quotas of its own. */
  quotas: Quotas;
  /** Emits the notices of committed transactions, with the id of their workspace, to this process. */
  notices: EventEmitter<Record<string, [workspaceId: string]>>;
  revocations: Revocations;
}

/** A store that somebody opened and has to close. */
export interface OpenStore extends Store {
  close: () => Promise<void>;
  /** What the database lacked when it was opened, without which requests are slower. */
  faults: readonly Fault[];
  /** How many connections there are. */
  pool: Readonly<Record<"totalCount" | "idleCount" | "waitingCount", number>>;
}

/** How a store is opened. */
export interface Opening {
  /** The present time; by default the database's. */
  now?: Store["now"] | undefined;
  /** For a server every migration runs; for an operator in an empty database only, and no statement has a limit of time. */
  by?: "server" | "operator";
  quotas?: Quotas | undefined;
  /** Is told what takes a while. */
  report?: (line: string) => void;
}
