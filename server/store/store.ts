import type { RawBuilder } from "kysely";
import type { EventEmitter } from "node:events";
import type { Database } from "./database/driver.ts";
import type { Quotas } from "../settings/quotas.ts";
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
