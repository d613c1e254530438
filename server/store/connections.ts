import { poolSize } from "./session.ts";

/** Connections that a server opens at most: its pool, and one that listens for changes of keys. */
export const connectionsOfServer = poolSize + 1;

/**
 * An expression: how many connections the user of the session may have at once, by the limits of the server, of the user
 * and of the database. Those of others are not counted, as they may end. Limits of the last two do not hold for a superuser.
 */
export const allowedConnections = `(
  select least(
    current_setting('max_connections')::int - case when rolsuper then 0 else
      current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) end,
    case when rolconnlimit >= 0 and not rolsuper then rolconnlimit end,
    case when datconnlimit >= 0 and not rolsuper then datconnlimit end
  )
  from pg_roles, pg_database where rolname = session_user and datname = current_database()
)`;
