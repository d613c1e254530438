import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from "kysely";
import pg from "pg";
import { isPlannedEachTime } from "../../../server/store/driver.ts";

/** A step of a plan, as PostgreSQL's JSON has it. Counts are those of one loop. */
export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  /** Milliseconds. */
  "Actual Total Time": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
}

/** A statement that the server has sent, and how the database ran it. */
export interface Explained {
  sql: string;
  /** As PostgreSQL plans it for these values. */
  plan: Plan;
  /** As it plans it for all values, which it may do for a prepared statement. */
  generic: Plan | undefined;
}

/**
 * A driver that has every statement explained before it runs: the database runs it, measures, and takes it back. What it
 * then writes is taken back as well, at the end of its transaction, so that an explained request leaves nothing.
 */
export function explainingDriver(driver: Driver, onStatement: (statement: Explained) => void): Driver {
  const originals = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const inTransaction = new WeakSet<DatabaseConnection>();
  const original = (connection: DatabaseConnection) => originals.get(connection) ?? connection;

  const explaining = (connection: DatabaseConnection): DatabaseConnection => {
    const execute = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      const alone = !inTransaction.has(wrapped);
      if (alone) await run(connection, "begin");
      try {
        const explained = { ...query, sql: query.sql.replace(/^\s*declare [^]*? for\s/, "") };
        if (!/^\s*fetch /.test(query.sql)) {
          const plan = await explain(connection, explained, "custom");
          const isPrepared = query.parameters.length > 0 && !isPlannedEachTime(query);
          const generic = isPrepared ? await explain(connection, explained, "generic") : undefined;
          onStatement({ sql: query.sql, plan, generic });
        }
        const result = await connection.executeQuery<R>(query);
        // What is taken back at once was not written: who repeats until nothing is left would never end.
        return alone ? { ...result, numAffectedRows: 0n } : result;
      } finally {
        if (alone) await run(connection, "rollback");
      }
    };
    /** Statements that are sent together are explained one after the other. */
    let before: Promise<unknown> = Promise.resolve();
    const wrapped: DatabaseConnection = {
      ...connection,
      executeQuery: <R>(query: CompiledQuery) => {
        const executed = before.then(() => execute<R>(query));
        before = executed.catch(() => undefined);
        return executed;
      },
    };
    originals.set(wrapped, connection);
    return wrapped;
  };

  return {
    init: () => driver.init(),
    acquireConnection: async () => explaining(await driver.acquireConnection()),
    beginTransaction: async (connection, settings) => {
      await driver.beginTransaction(original(connection), settings);
      inTransaction.add(connection);
    },
    commitTransaction: async (connection) => {
      inTransaction.delete(connection);
      await driver.rollbackTransaction(original(connection));
    },
    rollbackTransaction: async (connection) => {
      inTransaction.delete(connection);
      await driver.rollbackTransaction(original(connection));
    },
    releaseConnection: (connection) => driver.releaseConnection(original(connection)),
    destroy: () => driver.destroy(),
  };
}

async function explain(
  connection: DatabaseConnection,
  { sql, parameters }: CompiledQuery,
  kind: "custom" | "generic",
): Promise<Plan> {
  await run(connection, "savepoint explained");
  await run(connection, `set local plan_cache_mode = force_${kind}_plan`);
  await run(connection, `prepare explained as ${sql}`);
  const { rows } = await connection.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) execute explained${literals(parameters)}`),
  );
  await run(connection, "deallocate explained");
  await run(connection, "rollback to savepoint explained");
  const [response] = rows;
  if (!response) throw new Error("The database explains nothing.");
  return response["QUERY PLAN"][0].Plan;
}

/** Values as text, as `execute` takes no parameters. */
function literals(values: readonly unknown[]): string {
  const literal = (value: unknown) => (value === null ? "null" : pg.escapeLiteral(toText(value)));
  return values.length === 0 ? "" : `(${values.map(literal).join(", ")})`;
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(String(one))).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const run = (connection: DatabaseConnection, text: string) =>
  connection.executeQuery(CompiledQuery.raw(text));
