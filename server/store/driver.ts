import { Socket } from "node:net";
import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
} from "kysely";
import type pg from "pg";
import { query } from "./query.ts";
import type { Tables } from "./tables.ts";

/** How many statements get a name: more than the server has, as lists of values make some of many lengths. */
const mostNames = 500;

/** How a statement is sent, beside what Kysely knows of it. */
interface Sending<Row> {
  isPlannedEachTime?: boolean;
  /** Is given the rows once the statement is sent. Without it, the rows are waited for. */
  onSent?: (arriving: Promise<Row[]>) => void;
}

/**
 * Has PostgreSQL plan a statement for the values of each execution, which it may do once for all values otherwise. It is
 * for statements whose best plan depends on the values or on the number of rows, such as searches.
 */
export function planEachTime<Row>(statement: CompiledQuery<Row>): CompiledQuery<Row> {
  const sent: CompiledQuery<Row> & Sending<Row> = { ...statement, isPlannedEachTime: true };
  return sent;
}

/** Whether a statement is planned at each execution. */
export const isPlannedEachTime = ({ isPlannedEachTime = false }: CompiledQuery & Sending<unknown>): boolean =>
  isPlannedEachTime;

/**
 * Sends a statement of a transaction in one round trip with the next one. If it fails, the next one fails too.
 * @returns its rows, which arrive before those of the next statement
 */
export async function sendAhead<Row>(
  transaction: Kysely<Tables>,
  statement: CompiledQuery<Row>,
): Promise<{ arriving: Promise<Row[]> }> {
  let rows = Promise.resolve<Row[]>([]);
  const sent: CompiledQuery<Row> & Sending<Row> = {
    ...statement,
    onSent: (arriving) => void (rows = arriving),
  };
  await transaction.executeQuery(sent);
  return { arriving: rows };
}

/**
 * PostgreSQL for Kysely, by a pool of connections. Statements are prepared by name: a connection sends a text once, and
 * PostgreSQL parses it once, and mostly plans it once. That takes half of the time of a short statement.
 */
export function createDialect(pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => createDriver(pool),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

interface Connection extends DatabaseConnection {
  client: pg.PoolClient;
  inTransaction: boolean;
  /** Whether nobody knows in what state a failed rollback left it. */
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
      return await query(client, { text, values, ...(name !== undefined && { name }) });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      names.renew();
      if (inTransaction) throw error;
      return query(client, { text, values });
    }
  };
  /** Kysely passes back what `acquireConnection` gave. */
  const own = (connection: DatabaseConnection) => connection as Connection;

  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const connection: Connection = {
        client: await pool.connect(),
        inTransaction: false,
        isBroken: false,
        executeQuery: async <Row>(statement: CompiledQuery) => {
          const { onSent }: CompiledQuery & Sending<Row> = statement;
          if (onSent) holdWrites(connection);
          // PostgreSQL returns the rows that the statement says, which TypeScript cannot see.
          const executed = execute(connection, statement).then((result) => ({
            ...result,
            rows: result.rows as Row[],
          }));
          if (onSent) {
            const arriving = executed.then(({ rows }) => rows);
            arriving.catch(() => undefined); // whoever waits for it is told
            onSent(arriving);
            return { rows: [] };
          }
          const { command, rowCount, rows } = await executed;
          const result = { rows };
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
      holdWrites(own(connection));
      // It is sent together with the first statement. If it fails, the connection is gone, and the statement fails too.
      driver.beginTransaction(connection, settings).catch(() => undefined);
      return Promise.resolve();
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    // The caller is told what failed first: Kysely would throw the fault of the rollback in its place.
    rollbackTransaction: (connection) =>
      driver.rollbackTransaction(connection).catch(() => {
        own(connection).isBroken = true;
      }),
    releaseConnection: (connection) =>
      Promise.resolve(own(connection).client.release(own(connection).isBroken)),
    destroy: () => driver.destroy(),
  };
}

/** Has what is sent before anything else happens go to PostgreSQL in one piece, instead of in one for each statement. */
function holdWrites({ client }: Connection): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return; // the embedded database has none
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** The commands whose rows Kysely counts. */
const writing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Names of statements, e.g. `s12`, the same for every connection. The first `mostNames` texts get one. */
function createNames() {
  const names = new Map<string, string>();
  let count = 0;
  return {
    of: (text: string): string | undefined => {
      const known = names.get(text);
      if (known !== undefined || names.size >= mostNames) return known;
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
