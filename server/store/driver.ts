import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Dialect,
  type Driver,
} from "kysely";
import type pg from "pg";
import { query, sendTogether } from "./query.ts";
import type { Tables } from "./tables.ts";
import { waiting } from "./waits.ts";

/** How many statements get a name: more than the server has, as lists of values make some of many lengths. */
const mostNames = 500;

/** How a statement is sent, beside what Kysely knows of it. */
interface Sending {
  isPlannedEachTime?: boolean;
}

/**
 * Has PostgreSQL plan a statement for the values of each execution, which it may do once for all values otherwise. It is
 * for statements whose best plan depends on the values or on the number of rows, such as searches.
 */
export function planEachTime<Row>(statement: CompiledQuery<Row>): CompiledQuery<Row> {
  const sent: CompiledQuery<Row> & Sending = { ...statement, isPlannedEachTime: true };
  return sent;
}

/** Whether a statement is planned at each execution. */
export const isPlannedEachTime = ({ isPlannedEachTime = false }: CompiledQuery & Sending): boolean =>
  isPlannedEachTime;

/** A transaction. Statements of `database` that are not waited for go to PostgreSQL in one round trip, in their order. */
export interface OpenTransaction {
  database: Kysely<Tables>;
  commit: () => Promise<void>;
  rollback: () => Promise<void>;
}

/** A database, and transactions in it whose statements need not wait for each other, as those of Kysely do. */
export interface Database {
  database: Kysely<Tables>;
  begin: () => Promise<OpenTransaction>;
}

/**
 * PostgreSQL for Kysely, by a pool of connections. Statements are prepared by name: a connection sends a text once, and
 * PostgreSQL parses it once, and mostly plans it once. That takes half of the time of a short statement.
 */
export function openDatabase(pool: pg.Pool): Database {
  const dialect = createDialect(pool);
  const driver = dialect.createDriver();
  return {
    database: new Kysely({ dialect: { ...dialect, createDriver: () => driver } }),
    begin: async () => {
      const connection = own(await driver.acquireConnection());
      await driver.beginTransaction(connection, {});
      const database = pipelined(dialect, driver, connection);
      const end = async (command: string) => {
        try {
          await connection.executeQuery(CompiledQuery.raw(command));
        } catch (error) {
          connection.isBroken = true;
          throw error;
        } finally {
          await driver.releaseConnection(connection);
        }
      };
      // Whoever undoes a transaction has an error to tell, or nothing to lose.
      return {
        database,
        commit: () => end("commit"),
        rollback: () => end("rollback").catch(() => undefined),
      };
    },
  };
}

/** Kysely on one connection, which sends each statement at once: its own transactions send one after the other. */
function pipelined(dialect: Dialect, driver: Driver, connection: DatabaseConnection): Kysely<Tables> {
  const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: (use) => use(connection),
  });
  return new Kysely({ config: { dialect }, dialect, driver, executor });
}

/** PostgreSQL for Kysely, by a pool of connections. */
export function createDialect(pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => createDriver(pool),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Kysely passes back what `acquireConnection` gave. */
const own = (connection: DatabaseConnection) => connection as Connection;

interface Connection extends DatabaseConnection {
  client: pg.PoolClient;
  inTransaction: boolean;
  /** Whether nobody knows in what state a failed end of a transaction left it. */
  isBroken: boolean;
}

function createDriver(pool: pg.Pool): Driver {
  const names = createNames();
  const driver = new PostgresDriver({ pool });

  const execute = async ({ client, inTransaction }: Connection, statement: CompiledQuery) => {
    const { sql: text, parameters } = statement;
    const values = [...parameters];
    const name = values.length === 0 || isPlannedEachTime(statement) ? undefined : names.of(text);
    try {
      return await waiting(query(client, { text, values, ...(name !== undefined && { name }) }), text);
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.renew();
      if (inTransaction) throw error;
      return waiting(query(client, { text, values }), text);
    }
  };

  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const connection: Connection = {
        client: await waiting(pool.connect(), "connect"),
        inTransaction: false,
        isBroken: false,
        executeQuery: async <Row>(statement: CompiledQuery) => {
          if (connection.inTransaction) sendTogether(connection.client);
          const { command, rowCount, rows } = await execute(connection, statement);
          // PostgreSQL returns the rows that the statement says, which TypeScript cannot see.
          const result = { rows: rows as Row[] };
          return writing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
        },
        streamQuery: () => {
          throw new Error("No statement of this server streams its rows.");
        },
      };
      return connection;
    },
    beginTransaction: (connection, settings) => {
      own(connection).inTransaction = true;
      sendTogether(own(connection).client);
      // It is sent together with the first statement. If it fails, the connection is gone, and the statement fails too.
      driver.beginTransaction(connection, settings).catch(() => undefined);
      return Promise.resolve();
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    // The caller is told what failed first: Kysely would throw the error of the rollback in its place.
    rollbackTransaction: (connection) =>
      driver.rollbackTransaction(connection).catch(() => {
        own(connection).isBroken = true;
      }),
    releaseConnection: (connection) =>
      Promise.resolve(own(connection).client.release(own(connection).isBroken)),
    destroy: () => driver.destroy(),
  };
}

/** The commands whose rows Kysely counts. */
const writing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Names of statements, e.g. `s12`, the same for every connection. The first `mostNames` texts get one. */
function createNames() {
  const names = new Map<string, string>();
  let count = 0;
  return {
    of: (text: string): string | undefined => {
      const existing = names.get(text);
      if (existing !== undefined || names.size >= mostNames) return existing;
      const name = `s${++count}`;
      names.set(text, name);
      return name;
    },
    /** Every statement gets a new name, under which it is prepared again. */
    renew: () => names.clear(),
  };
}

/** A migration has changed the type of a column that a prepared statement returns. PostgreSQL then refuses its name. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /cached plan must not change result type/.test(error.message);
}
