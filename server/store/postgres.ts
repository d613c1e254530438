import { Kysely, PostgresDialect, sql } from "kysely";
import { EventEmitter } from "node:events";
import pg from "pg";
import { migrate } from "./migrate.ts";
import type { OpenStore, Store } from "./store.ts";

/** The beginning of the transaction. */
export const databaseNow: Store["now"] = () => sql<Date>`now()`;

/**
 * Opens a PostgreSQL database (version 15 or later) and brings its tables up to date.
 * @throws Error with a readable message when the server cannot be reached.
 */
export async function openPostgres(url: string, now: Store["now"] = databaseNow): Promise<OpenStore> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000 });
  // A connection may break while it is idle, or between two statements of a transaction. The pool replaces it and
  // the next statement fails; without a listener the process would end.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  await requireServer(pool, new URL(url));
  return openPool(pool, now);
}

async function requireServer(pool: pg.Pool, { host, pathname }: URL): Promise<void> {
  try {
    const { rows } = await pool.query<{ server_version_num: string }>("show server_version_num");
    if (Number(rows[0]?.server_version_num) < 150000) throw new Error("it is older than version 15");
  } catch (error) {
    await pool.end();
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`PostgreSQL at ${host}${pathname} (DATABASE_URL) cannot be used: ${message || code}`);
  }
}

/** One dialect and one code path for both stores. */
export async function openPool(pool: pg.Pool, now: Store["now"]): Promise<OpenStore> {
  const database: OpenStore["database"] = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const close = () => database.destroy();
  try {
    await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
  return { database, now, bell: new EventEmitter(), pool, close };
}
