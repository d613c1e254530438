import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The database and the time, for everything that reads or writes rows. */
export interface Store {
  database: Kysely<Tables>;
  /** The present moment. A parameter, so that tests can move it. */
  clock: () => Date;
}

/** A store that somebody opened and has to close. */
export interface OpenStore extends Store {
  close: () => Promise<void>;
}
