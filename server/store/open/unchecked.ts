import type { OpenStore } from "./open-store.ts";
import { openDatabase } from "../database/driver.ts";
import { createOperatorPool } from "../database/pool.ts";

/**
 * Opens a PostgreSQL database as it is: checks nothing, and runs no migration.
 */
export function openUnchecked(
  url: string,
): Pick<OpenStore, "database" | "close"> {
  const { database } = openDatabase(createOperatorPool(url));
  return { database, close: () => database.destroy() };
}
