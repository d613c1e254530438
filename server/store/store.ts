import type { Kysely, RawBuilder } from "kysely";
import type { EventEmitter } from "node:events";
import type { Quotas } from "../quotas.ts";
import type { Revocations } from "./revocations.ts";
import type { Tables } from "./tables.ts";

/** The database and its time, for everything that reads or writes rows. */
export interface Store {
  database: Kysely<Tables>;
  /**
   * The present moment in SQL, by the database's clock: those of the processes differ. A parameter, so that tests can
   * move it.
   */
  now: () => RawBuilder<Date>;
  /** What each workspace may store. */
  quotas: Quotas;
  /** Rings when a committed change has left attempts to make, for a worker in the same process. */
  bell: EventEmitter<{ ring: [] }>;
  revocations: Revocations;
}

/** A store that somebody opened and has to close. */
export interface OpenStore extends Store {
  close: () => Promise<void>;
  /** How many connections there are. */
  pool: Readonly<Record<"totalCount" | "idleCount" | "waitingCount", number>>;
}
