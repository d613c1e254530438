import { sql } from "kysely";
import { EventEmitter } from "node:events";
import pg from "pg";
import { buildLine } from "../../contract/build-info.ts";
import { openDatabase } from "../database/driver.ts";
import { oldVersion } from "../former-tables.ts";
import { appliedMigrations } from "../applied-migrations.ts";
import { migrate } from "../migrate.ts";
import { defaultQuotas } from "../../settings/quotas.ts";
import {
  type Revocations,
  sharedRevocations,
} from "../database/revocations.ts";
import { createOperatorPool, createPool } from "../database/pool.ts";
import { readUsableServer } from "./postgres-server.ts";
import { openUnchecked } from "./unchecked.ts";
import { type Fault, requireWhole } from "../schema/faults.ts";
import { requireRights } from "../schema/rights.ts";
import type { Opening, OpenStore } from "./open-store.ts";
import type { Store } from "../store.ts";
import type { Timestamp } from "../timestamp.ts";

/** The time when the transaction began. */
const databaseNow: Store["now"] = () => sql<Timestamp>`now()`;

/**
 * Opens a PostgreSQL database.
 * @throws Error with a readable message when the server cannot be reached, or its tables cannot be
 *   brought up to date
 */
export async function openPostgres(
  url: string,
  opening: Opening = {},
): Promise<OpenStore> {
  const { by = "server" } = opening;
  const unchecked = openUnchecked(url);
  let faults: Fault[];
  try {
    await readUsableServer(unchecked.database, url, by);
    if (by === "server") await requireRights(unchecked.database);
    faults = await prepareTables(unchecked.database, opening);
  } finally {
    await unchecked.close();
  }
  const revocations = sharedRevocations(url);
  const pool = by === "server" ? createPool(url) : createOperatorPool(url);
  const store = openPool(pool, revocations, opening);
  const close = () => {
    revocations.close();
    return store.close();
  };
  return { ...store, faults, close };
}

/**
 * Runs the migrations that `opening` asks for, and checks the tables.
 * @returns the faults that only make requests slower, such as an index that was dropped
 * @throws Error that names the missing objects of a database, and the statement that makes each
 */
export async function prepareTables(
  database: OpenStore["database"],
  { by = "server", report }: Opening,
): Promise<Fault[]> {
  const isNew = (await appliedMigrations(database)).length === 0;
  if (by === "operator" && !isNew) return [];
  // Servers of 1.1.0 may run, and would fail once a migration has moved their tables.
  if (by === "operator" && (await oldVersion(database)) === "1.1.0")
    throw new Error(
      `The tables of this database are of version 1.1.0, and this is ${buildLine()}. ` +
        "Stop the servers of 1.1.0, make a backup, and run: npm run migrate",
    );
  // Before the migrations, as one could fail in the middle where a restore left something out.
  const faults = await requireWhole(database);
  const ran = await migrate(database, report && { report });
  // A new database is not compared: `npm run schema` makes one by migrations that are not yet in
  // the expected schema.
  return ran.length > 0 && !isNew ? requireWhole(database) : faults;
}

/** Makes a store from a pool. The embedded store also has one, so both use the same code. */
export function openPool(
  pool: pg.Pool,
  revocations: Revocations,
  { now = databaseNow, quotas = defaultQuotas }: Opening,
): OpenStore {
  const { database, begin } = openDatabase(pool);
  return {
    database,
    begin,
    now,
    quotas,
    notices: new EventEmitter(),
    revocations,
    pool,
    faults: [],
    close: async () => {
      await database.destroy(); // leaves the pool open when no query has used it
      if (!pool.ended) await pool.end();
    },
  };
}
