import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from "kysely";
import type pg from "pg";
import { isAfterFailure, isOutdatedPlan } from "../errors.ts";
import type { Tables } from "../tables.ts";
import { waiting } from "./waits.ts";

/**
 * The maximum number of statements with a name: more than the server has, as lists of values have
 * many lengths.
 */
const maxNames = 500;

const unnamed = "/* planned each time */";

/**
 * A comment in a statement: PostgreSQL then plans the statement for the values of each execution,
 * and not once for all values. It is for statements whose best plan depends on the values or on the
 * number of rows, such as searches.
 */
export const planEachTime = sql.raw(unnamed);

/**
 * A database, and transactions in it whose statements need not wait for each other, as statements
 * of Kysely do.
 */
export type Database = ReturnType<typeof openDatabase>;

/**
 * PostgreSQL for Kysely, by a pool of connections. Statements are prepared by name: a connection
 * sends a text once, and PostgreSQL parses it once, and mostly plans it once. That takes half of
 * the time of a short statement.
 */
export function openDatabase(pool: pg.Pool) {
  const names = createNames();
  const connect = async () =>
    clientOf(await waiting(pool.connect(), "connect"), names);
  return {
    database: kyselyOver({ connect, end: () => pool.end() }),
    begin: async () => begin(await connect()),
  };
}

const kyselyOver = (pool: PostgresPool) =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/**
 * Begins a transaction. Statements of its `database` that are not waited for go to PostgreSQL in
 * one round trip, in their order; Kysely's own transaction would wait for each before it sends the
 * next.
 */
function begin({ query, release }: PostgresPoolClient) {
  // It goes with the first statement. If it fails, the connection is gone, and that statement fails
  // too.
  query("begin", []).catch(() => undefined);
  const client = { query, release: () => undefined };
  const end = async (command: string) => {
    await query(command, []).finally(release);
  };
  return {
    database: kyselyOver({
      connect: () => Promise.resolve(client),
      end: () => Promise.resolve(),
    }),
    commit: () => end("commit"),
    rollback: () => end("rollback"),
  };
}

/** A connection for Kysely. */
function clientOf(client: pg.PoolClient, names: Names): PostgresPoolClient {
  /**
   * True when the end of a transaction failed, so that nobody knows the state of the connection.
   */
  let isBroken = false;
  let inTransaction = false;
  /** The failure because of which PostgreSQL refuses the later statements of a transaction. */
  let failure: unknown;
  const query = async (text: string, values: unknown[]) => {
    inTransaction ||= text === "begin";
    const hasName = values.length > 0 && !text.includes(unnamed);
    const run = (name?: string) =>
      waiting(client.query({ text, values, ...(name && { name }) }), text);
    try {
      return await run(hasName ? names.of(text) : undefined);
    } catch (error) {
      // A caller that waits for several statements may get the error of a later one first.
      if (isAfterFailure(error) && failure !== undefined) throw failure;
      failure = error;
      if (isOutdatedPlan(error)) names.renew();
      if (isOutdatedPlan(error) && !inTransaction) return run();
      isBroken ||= text === "commit" || text === "rollback";
      // Whoever undoes a transaction has an error to tell, or nothing to lose.
      if (text === "rollback") return { rows: [] };
      throw error;
    }
  };
  const wrapped: Record<keyof PostgresPoolClient, unknown> = {
    query,
    release: () => client.release(isBroken),
  };
  return wrapped as PostgresPoolClient; // it streams no rows, as no statement of this server does
}

type Names = ReturnType<typeof createNames>;

/**
 * Names of statements, e.g. `s12`, the same for every connection. The first `maxNames` texts get
 * one.
 */
function createNames() {
  const names = new Map<string, string>();
  let count = 0;
  return {
    of: (text: string): string | undefined => {
      const existing = names.get(text);
      if (existing !== undefined || names.size >= maxNames) return existing;
      const name = `s${++count}`;
      names.set(text, name);
      return name;
    },
    /** Every statement gets a new name, under which it is prepared again. */
    renew: () => names.clear(),
  };
}
