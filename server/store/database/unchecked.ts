import type { OpenStore } from "../store.ts";
import { openDatabase } from "./driver.ts";
import { createOperatorPool } from "./pool.ts";

/**
 * Opens a PostgreSQL database as it is: checks nothing, and runs no migration.
 */
export function openUnchecked(
  url: string,
): Pick<OpenStore, "database" | "close"> {
  const { database } = openDatabase(createOperatorPool(url));
  return { database, close: () => database.destroy() };
}
