import { Socket } from "node:net";
import pg from "pg";
import { types } from "./value-types.ts";

/**
 * Timeouts of a request that waits for PostgreSQL, in milliseconds. `silence` and `connect`
 * together are less than five seconds: a request gets its 503 by then when PostgreSQL hangs, and
 * when it waits behind requests that wait for PostgreSQL.
 */
export const timeouts = {
  /** The timeout for a free connection of the pool. */
  queue: 4500,
  /** The timeout for a new connection. */
  connect: 1500,
  /** The timeout for a lock that another transaction holds. */
  lock: 2000,
  /** The timeout for a statement. */
  statement: 2500,
  /**
   * Between two statements of a transaction. PostgreSQL then ends the transaction, and others get
   * its locks.
   */
  idleInTransaction: 2000,
  /**
   * The timeout for any data from PostgreSQL. Then the connection is closed: the machine or the
   * process is gone or frozen.
   */
  silence: 3000,
};

const { queue, connect, lock, statement, idleInTransaction, silence } =
  timeouts;

/**
 * Settings that a database or a role may have changed: how values and names are written and
 * quoted, what a transaction sees, and whether an index may leave out some of the rows.
 */
const ofAll =
  "set timezone = 'UTC'; set datestyle = 'ISO'; set standard_conforming_strings = on; " +
  "set default_transaction_isolation = 'read committed'; set bytea_output = 'hex'; set extra_float_digits = 1; " +
  "set quote_all_identifiers = off; set gin_fuzzy_search_limit = 0";

/**
 * The cost of a page for PostgreSQL's planner, whether it reads pages in order or at random. As both
 * cost the same, it reads a page of a list in the order of the list's index, also while it has no
 * statistics; where pages in order are cheaper, it sorts the whole workspace. With 1, a plan for all
 * values reads a workspace for a row.
 */
export const pageCost = 1.5;

/**
 * Settings of the planner for statements of requests, whatever the server of PostgreSQL sets.
 * Compiling a statement that reads a few hundred rows takes longer than the statement itself, and
 * long queues make PostgreSQL expect many.
 */
export const planning = `set jit = off; set seq_page_cost = ${pageCost}; set random_page_cost = ${pageCost}; set plan_cache_mode = auto`;

/** Sent as statements, as PgBouncer refuses them as parameters of the connection. */
const ofRequests =
  `${ofAll}; ${planning}; set lock_timeout = ${lock}; set statement_timeout = ${statement}; ` +
  `set idle_in_transaction_session_timeout = ${idleInTransaction}`;

/**
 * The time of a migration, an export or an erasure grows with the tables, so its statements have no
 * limit. When its process is frozen, its transaction ends too, but later, as a start compiles code
 * between two statements.
 */
const ofOperators = `${ofAll}; ${planning}; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 5000`;

/** The number of connections that the requests of a process share. */
const poolSize = 10;

/** Sessions for requests, with all limits. */
export function createPool(url: string): pg.Pool {
  const pool = open(url, poolSize, ofRequests, connect);
  pool.on("acquire", (client) => endWhenSilent(client, silence));
  pool.on("release", (_error, client) => endWhenSilent(client, 0));
  return pool;
}

/**
 * Opens one session for operators and migrations. It waits longer, as a start compiles the contract
 * while it connects, on a busy machine for seconds.
 */
export const createOperatorPool = (url: string): pg.Pool =>
  open(url, 1, ofOperators, 15_000);

/**
 * A connection that breaks while it is idle, or between two statements, is replaced; the process
 * goes on.
 */
function open(
  url: string,
  max: number,
  limits: string,
  connect: number,
): pg.Pool {
  class Client extends pg.Client {
    constructor(options: pg.ClientConfig = {}) {
      // The pool uses one number for two waits: for a connection in use, and for a new one.
      super({ ...options, connectionTimeoutMillis: connect });
    }
  }
  // Statements that are sent together, as a transaction's first two are, go in one round trip.
  const options = {
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.max(queue, connect),
    keepAlive: true,
    pipeline: true,
    types,
  };
  const onConnect = async (client: pg.ClientBase) => {
    if (!(client instanceof Client)) return;
    client.on("error", () => undefined);
    endWhenSilent(client, connect);
    await client.query(limits);
    endWhenSilent(client, 0);
  };
  return new pg.Pool({ ...options, Client, onConnect }).on(
    "error",
    () => undefined,
  );
}

/** Closes the connection after this time without data in either direction; never with 0. */
function endWhenSilent(
  { connection: { stream } }: pg.Client,
  milliseconds: number,
): void {
  if (stream instanceof Socket) stream.setTimeout(milliseconds, endSilent);
}

function endSilent(this: Socket): void {
  this.destroy(
    Object.assign(new Error("PostgreSQL does not respond"), {
      code: "ETIMEDOUT",
    }),
  );
}

/**
 * The maximum number of connections of a server: its pool, and one that listens for changes of
 * keys.
 */
export const connectionsOfServer = poolSize + 1;
