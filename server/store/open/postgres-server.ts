import { type Kysely, sql } from "kysely";
import { reasonOf } from "../errors.ts";
import { hintFor, oldestPostgres } from "./connection-hints.ts";
import { evaluate } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { connectionsOfServer } from "../database/pool.ts";
import { openUnchecked } from "./unchecked.ts";

/** Facts that a PostgreSQL server reports of itself. */
export interface PostgresServer {
  version: string;
  major: number;
  encoding: string;
  isReadOnly: boolean;
  maxConnections: number;
  usedConnections: number;
  /**
   * The number of connections that this user may have, by the limits of the server, of the user and
   * of the database.
   */
  allowedConnections: number;
}

/**
 * Reads the facts. Connections of other programs are not subtracted from `allowedConnections`, as
 * they may end. The limits of the user and of the database do not apply to a superuser.
 */
async function readServer(database: Kysely<Tables>): Promise<PostgresServer> {
  const { rows } = await sql<PostgresServer>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding, current_setting('transaction_read_only') = 'on' as "isReadOnly",
      total - superuser as "maxConnections", (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as "usedConnections",
      least(
        total - case when rolsuper then 0 else
          superuser + coalesce(current_setting('reserved_connections', true)::int, 0) end,
        case when rolconnlimit >= 0 and not rolsuper then rolconnlimit end,
        case when datconnlimit >= 0 and not rolsuper then datconnlimit end
      ) as "allowedConnections"
    from pg_roles, pg_database, (
      select current_setting('max_connections')::int as total,
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
 * Reads the facts of a PostgreSQL server that can be used: by a server, or only by an operator.
 * @throws Error that says why it cannot be used, and what to do
 */
export async function readUsableServer(
  database: Kysely<Tables>,
  url: string,
  by: "server" | "operator",
): Promise<PostgresServer> {
  try {
    const server = await readServer(database);
    requireSupported(server);
    if (by === "server") {
      requireWritable(server);
      requireConnections(server);
      await requireOwnSessions(database, url);
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

function requireSupported({ version, major, encoding }: PostgresServer): void {
  if (major < oldestPostgres)
    throw unusable(`it is version ${version}`, "OLD_VERSION");
  if (encoding !== "UTF8")
    throw unusable(
      `the encoding of the database is ${encoding}, and must be UTF8`,
    );
}

function requireWritable({ isReadOnly }: PostgresServer): void {
  if (isReadOnly)
    throw unusable(
      "it can only be read, as a standby can (transaction_read_only is on)",
    );
}

/** Checks at the start, as the pool opens the last of its connections only under load. */
function requireConnections({ allowedConnections }: PostgresServer): void {
  if (allowedConnections < connectionsOfServer)
    throw unusable(
      `it allows this user ${allowedConnections} connections`,
      "53300",
    );
}

async function requireOwnSessions(
  database: Kysely<Tables>,
  url: string,
): Promise<void> {
  if (await sharesSessions(database, url))
    throw unusable(
      "a pooler gives one session to several connections, which would mix up statements",
      "SHARED_SESSION",
    );
}

/** Makes an error. `hintFor` finds the advice for its code; without one, the advice is general. */
const unusable = (message: string, code = "") =>
  Object.assign(new Error(message), { code });

/**
 * Returns true when another connection gets the same session, as behind a pooler that pools
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
