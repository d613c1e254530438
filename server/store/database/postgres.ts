import { type Kysely, sql } from "kysely";
import { EventEmitter } from "node:events";
import pg from "pg";
import { buildLine } from "../../contract/build-info.ts";
import { openDatabase } from "./driver.ts";
import { hintFor, oldestPostgres, reasonOf } from "../errors.ts";
import { oldVersion } from "../former-tables.ts";
import { appliedMigrations, migrate } from "../migrate.ts";
import { defaultQuotas } from "../../settings/quotas.ts";
import { type Revocations, sharedRevocations } from "./revocations.ts";
import { connectionsOfServer, createOperatorPool, createPool } from "./pool.ts";
import { type Fault, requireWhole } from "../schema/faults.ts";
import { evaluate } from "../statement.ts";
import type { Opening, OpenStore, Store } from "../store.ts";
import type { Tables } from "../tables.ts";
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
  const isServer = opening.by !== "operator";
  const unchecked = openUnchecked(url);
  let faults: Fault[];
  try {
    await requireServer(unchecked.database, url, isServer);
    faults = await prepareTables(unchecked.database, opening);
  } finally {
    await unchecked.close();
  }
  const revocations = sharedRevocations(url);
  const pool = isServer ? createPool(url) : createOperatorPool(url);
  const store = openPool(pool, revocations, opening);
  const close = () => {
    revocations.close();
    return store.close();
  };
  return { ...store, faults, close };
}

/**
 * Opens a PostgreSQL database as it is: checks nothing, and runs no migration.
 */
export function openUnchecked(
  url: string,
): Pick<OpenStore, "database" | "close"> {
  const { database } = openDatabase(createOperatorPool(url));
  return { database, close: () => database.destroy() };
}

/** Facts that a PostgreSQL server reports of itself. */
export interface Server {
  version: string;
  major: number;
  encoding: string;
  isReadOnly: boolean;
  /** The maximum number of connections. */
  most: number;
  used: number;
  /**
   * The number of connections that this user may have, by the limits of the server, of the user and
   * of the database.
   */
  allowed: number;
}

/**
 * Reads the facts. Connections of other programs are not subtracted from `allowed`, as they may
 * end. The limits of the user and of the database do not apply to a superuser.
 */
async function readServer(database: Kysely<Tables>): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly",
      most - superuser as most, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      least(
        most - case when rolsuper then 0 else
          superuser + coalesce(current_setting('reserved_connections', true)::int, 0) end,
        case when rolconnlimit >= 0 and not rolsuper then rolconnlimit end,
        case when datconnlimit >= 0 and not rolsuper then datconnlimit end
      ) as allowed
    from pg_roles, pg_database, (
      select current_setting('max_connections')::int as most,
        current_setting('superuser_reserved_connections')::int as superuser
    ) settings
    where rolname = session_user and datname = current_database()`.execute(
    database,
  );
  const [server] = rows;
  if (!server)
    throw new Error("PostgreSQL does not know its own user or database.");
  return server;
}

/**
 * Reads the facts of a PostgreSQL server, and requires that the database can be used: by a server,
 * or only by an operator.
 * @throws Error that says why it cannot be used, and what to do
 */
export async function requireServer(
  database: Kysely<Tables>,
  url: string,
  isServer: boolean,
): Promise<Server> {
  try {
    const server = await readServer(database);
    const { version, major, encoding, isReadOnly, allowed } = server;
    if (major < oldestPostgres)
      throw problem("OLD_VERSION", `it is version ${version}`);
    if (encoding !== "UTF8")
      throw problem(
        "",
        `the encoding of the database is ${encoding}, and must be UTF8`,
      );
    if (!isServer) return server;
    if (isReadOnly)
      throw problem(
        "",
        "it can only be read, as a standby can (transaction_read_only is on)",
      );
    // Checked at the start, as the pool opens the last of its connections only under load.
    if (allowed < connectionsOfServer)
      throw problem("53300", `it allows this user ${allowed} connections`);
    if (await sharesSessions(database, url)) {
      const found =
        "a pooler gives one session to several connections, which would mix up statements";
      throw problem("SHARED_SESSION", found);
    }
    return server;
  } catch (error) {
    const { host, pathname } = new URL(url);
    const hint =
      hintFor(error) ?? "Correct DATABASE_URL, or check that server.";
    throw new Error(
      `PostgreSQL at ${host}${pathname} (DATABASE_URL) cannot be used: ${reasonOf(error)}. ${hint}`,
    );
  }
}

/** Makes an error whose code gives it a hint, by `hintFor`; no code, the general hint. */
const problem = (code: string, message: string) =>
  Object.assign(new Error(message), { code });

/**
 * Returns whether another connection gets the same session, as behind a pooler that pools
 * transactions.
 */
async function sharesSessions(
  database: Kysely<Tables>,
  url: string,
): Promise<boolean> {
  const other = openUnchecked(url);
  const sessionOf = (each: Kysely<Tables>) =>
    evaluate(each, sql<number>`pg_backend_pid()`);
  const session = await sessionOf(database);
  const otherSession = await sessionOf(other.database).finally(other.close);
  return session === otherSession;
}

/**
 * Brings the tables to what `opening` asks for.
 * @returns the faults that only make requests slower, such as an index that was dropped
 * @throws Error that names what a database lacks, and the statement that makes it
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
