import { Socket } from "node:net";
import pg from "pg";

/**
 * How long a request waits for PostgreSQL, in milliseconds. `silence` and `connect` are less than five seconds together: a request
 * that meets a server that hangs, or waits behind others that did, has its 503 by then.
 */
export const sessionLimits = {
  /** For a free connection of the pool. */
  queue: 4500,
  /** For a new connection. */
  connect: 1500,
  /** For a lock that another transaction holds. */
  lock: 2000,
  /** For a statement. */
  statement: 2500,
  /** Between two statements of a transaction. PostgreSQL then ends the transaction, and others get its locks. */
  idleInTransaction: 2000,
  /** For anything from PostgreSQL. Then the connection is given up: its machine or its process is gone or frozen. */
  silence: 3000,
};

const { queue, connect, lock, statement, idleInTransaction, silence } = sessionLimits;

/** Sent as statements, as PgBouncer refuses them as parameters of the connection. */
const ofRequests =
  `set lock_timeout = ${lock}; set statement_timeout = ${statement}; ` +
  `set idle_in_transaction_session_timeout = ${idleInTransaction}`;

/**
 * Migrations take as long as the tables are large. One whose process is frozen lets go as well, but later, as a start
 * compiles much between two statements.
 */
const ofMigrations = "set idle_in_transaction_session_timeout = 5000";

class Client extends pg.Client {
  constructor(options: pg.ClientConfig = {}) {
    // The pool takes this one number for both: the wait for a connection in use, and for a new one.
    super({ ...options, connectionTimeoutMillis: connect });
  }
}

/** Sessions for requests, with all limits. */
export function createPool(url: string): pg.Pool {
  const pool = open(url, 10, ofRequests);
  pool.on("acquire", (client) => endWhenSilent(client, silence));
  pool.on("release", (_error, client) => endWhenSilent(client, 0));
  return pool;
}

/** One session for migrations. */
export const createMigrationPool = (url: string): pg.Pool => open(url, 1, ofMigrations);

/** A connection that breaks while nobody uses it, or between two statements, is replaced and ends nothing. */
function open(url: string, max: number, limits: string): pg.Pool {
  const options = { connectionString: url, max, connectionTimeoutMillis: queue, keepAlive: true };
  const onConnect = async (client: pg.ClientBase) => {
    if (!(client instanceof Client)) return;
    client.on("error", () => undefined);
    endWhenSilent(client, connect);
    await client.query(limits);
    endWhenSilent(client, 0);
  };
  return new pg.Pool({ ...options, Client, onConnect }).on("error", () => undefined);
}

/** Breaks the connection when nothing has come or gone on it for this time; never with 0. */
function endWhenSilent({ connection: { stream } }: pg.Client, milliseconds: number): void {
  if (!(stream instanceof Socket)) return;
  stream.removeAllListeners("timeout");
  stream.setTimeout(milliseconds, () => {
    stream.destroy(Object.assign(new Error("PostgreSQL does not answer"), { code: "ETIMEDOUT" }));
  });
}
