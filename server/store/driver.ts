import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
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
  const driver = new PoolDriver(pool);
  const dialect = Object.assign(new PostgresDialect({ pool }), { createDriver: () => driver });
  return {
    database: new Kysely({ dialect }),
    begin: async () => {
      const connection = await driver.acquireConnection();
      await driver.beginTransaction(connection, {});
      // Kysely's own transactions send one statement after the other.
      const executor = new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
        provideConnection: (use) => use(connection),
      });
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
      return {
        database: new Kysely({ config: { dialect }, dialect, driver, executor }),
        commit: () => end("commit"),
        // Whoever undoes a transaction has an error to tell, or nothing to lose.
        rollback: () => end("rollback").catch(() => undefined),
      };
    },
  };
}

class Connection implements DatabaseConnection {
  inTransaction = false;
  /** Whether nobody knows in what state a failed end of a transaction left it. */
  isBroken = false;
  readonly client: pg.PoolClient;
  readonly #names: Names;

  constructor(client: pg.PoolClient, names: Names) {
    this.client = client;
    this.#names = names;
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.inTransaction) sendTogether(this.client);
    const { sql: text, parameters } = statement;
    const values = [...parameters];
    const name = values.length === 0 || isPlannedEachTime(statement) ? undefined : this.#names.of(text);
    const run = (options: { name?: string }) =>
      waiting(query(this.client, { text, values, ...options }), text);
    const { command, rowCount, rows } = await run(name === undefined ? {} : { name }).catch(
      (error: unknown) => {
        if (!isOutdated(error)) throw error;
        this.#names.renew();
        if (this.inTransaction) throw error;
        return run({});
      },
    );
    // PostgreSQL returns the rows that the statement says, which TypeScript cannot see.
    const result = { rows: rows as Row[] };
    return writing.has(command) ? { ...result, numAffectedRows: BigInt(rowCount ?? 0) } : result;
  }

  streamQuery(): never {
    throw new Error("No statement of this server streams its rows.");
  }
}

/** Kysely passes back what `acquireConnection` gave. */
const own = (connection: DatabaseConnection) => connection as Connection;

class PoolDriver extends PostgresDriver {
  readonly #pool: pg.Pool;
  readonly #names = createNames();

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async acquireConnection(): Promise<Connection> {
    return new Connection(await waiting(this.#pool.connect(), "connect"), this.#names);
  }

  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    own(connection).inTransaction = true;
    // It is sent together with the first statement. If it fails, the connection is gone, and the statement fails too.
    super.beginTransaction(connection, settings).catch(() => undefined);
    return Promise.resolve();
  }

  // The caller is told what failed first: Kysely would throw the error of the rollback in its place.
  override rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return super.rollbackTransaction(connection).catch(() => {
      own(connection).isBroken = true;
    });
  }

  override releaseConnection(connection: DatabaseConnection): Promise<void> {
    own(connection).client.release(own(connection).isBroken);
    return Promise.resolve();
  }
}

/** The commands whose rows Kysely counts. */
const writing = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

type Names = ReturnType<typeof createNames>;

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
