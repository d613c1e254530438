import { Kysely, PostgresDialect, sql } from "kysely";
import { EventEmitter } from "node:events";
import type pg from "pg";
import { allowedConnections, connectionsOfServer, createMigrationPool, createPool } from "./session.ts";
import { openDatabase } from "./driver.ts";
import { appliedMigrations, migrate } from "./migrate.ts";
import { defaultQuotas, type Quotas } from "./quotas.ts";
import type { Timestamp } from "./timestamp.ts";
import { hintFor, oldestPostgres, reasonOf } from "./errors.ts";
import { sharedRevocations, type Revocations } from "./revocations.ts";
import type { OpenStore, Store } from "./store.ts";
import type { Tables } from "./tables.ts";

/** How a store is opened. */
export interface Opening {
  /** The present time; by default the database's. */
  now?: Store["now"] | undefined;
  /** `up to date`: every migration runs. `as they are`: migrations run in an empty database only. */
  tables?: "up to date" | "as they are";
  quotas?: Quotas | undefined;
  /** Is told what takes a while. */
  report?: (line: string) => void;
}

/** The beginning of the transaction. */
export const databaseNow: Store["now"] = () => sql<Timestamp>`now()`;

/**
 * Opens a PostgreSQL database.
 * @throws Error with a readable message when the server cannot be reached, or its tables cannot be brought up to date
 */
export async function openPostgres(url: string, opening: Opening = {}): Promise<OpenStore> {
  const first = createMigrationPool(url);
  await requireServer(first, url, opening);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: first }) });
  await prepareTables(database, opening).finally(() => database.destroy());
  const revocations = sharedRevocations(url);
  const store = openPool(createPool(url), revocations, opening);
  const close = () => {
    revocations.close();
    return store.close();
  };
  return { ...store, close };
}

/** Opens a PostgreSQL database as it is, whatever it is: nothing is checked, and no migration runs. */
export function openForReading(url: string): Pick<OpenStore, "database" | "close"> {
  const { database } = openDatabase(createMigrationPool(url));
  return { database, close: () => database.destroy() };
}

async function requireServer(pool: pg.Pool, url: string, { tables = "up to date" }: Opening): Promise<void> {
  const { host, pathname } = new URL(url);
  try {
    const { rows } = await pool.query<{
      version: string;
      major: number;
      encoding: string;
      readOnly: string;
      connections: number;
    }>(
      `select current_setting('server_version') as version,
        current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
        current_setting('transaction_read_only') as "readOnly", ${allowedConnections} as connections`,
    );
    const { version = "", major = 0, encoding = "", readOnly, connections = 0 } = rows[0] ?? {};
    if (major < oldestPostgres)
      throw Object.assign(new Error(`it is version ${version}`), { code: "OLD_VERSION" });
    if (encoding !== "UTF8") throw new Error(`the encoding of the database is ${encoding}, and must be UTF8`);
    if (readOnly === "on" && tables === "up to date")
      throw new Error("it can only be read, as a standby can (transaction_read_only is on)");
    // The pool would open them only under load, which is no time to find out.
    if (connections < connectionsOfServer && tables === "up to date") {
      throw Object.assign(new Error(`it allows this user ${connections} connections`), { code: "53300" });
    }
    if (tables === "up to date" && (await sharesSessions(pool, url))) {
      const error = new Error(
        "a pooler gives one session to several connections, which would mix up statements",
      );
      throw Object.assign(error, { code: "SHARED_SESSION" });
    }
  } catch (error) {
    await pool.end();
    const hint = hintFor(error) ?? "Correct DATABASE_URL, or check that server.";
    throw new Error(
      `PostgreSQL at ${host}${pathname} (DATABASE_URL) cannot be used: ${reasonOf(error)}. ${hint}`,
    );
  }
}

/** Whether another connection gets the session of the pool's, as behind a pooler that pools transactions. */
async function sharesSessions(pool: pg.Pool, url: string): Promise<boolean> {
  const other = createMigrationPool(url);
  const idOf = async (each: pg.Pool) =>
    (await each.query<{ id: number }>("select pg_backend_pid() as id")).rows[0]?.id;
  try {
    return (await idOf(pool)) === (await idOf(other));
  } finally {
    await other.end();
  }
}

/** Brings the tables to what `opening` asks for. */
export async function prepareTables(
  database: OpenStore["database"],
  { tables = "up to date", report }: Opening,
): Promise<void> {
  if (tables === "up to date" || (await appliedMigrations(database)).length === 0)
    await migrate(database, report && { report });
}

/** One dialect and one code path for both stores. */
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
    deliveries: new EventEmitter(),
    revocations,
    pool,
    close: async () => {
      await database.destroy(); // which leaves a pool open that it has not used itself
      if (!pool.ended) await pool.end();
    },
  };
}
