import { CompiledQuery, type DatabaseConnection, type Driver } from "kysely";
import pg from "pg";
import { isPlannedEachTime } from "../../../server/store/driver.ts";
import type { Plan } from "./plan.ts";

/** A statement that the server has sent, and how the database ran it. */
export interface Explained {
  sql: string;
  /** `values`: the plan for these values. `all values`: the one that PostgreSQL may use for a prepared statement. */
  plannedFor: "values" | "all values";
  plan: Plan;
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
    const wrapped: DatabaseConnection = {
      ...connection,
      executeQuery: async <R>(query: CompiledQuery) => {
        const alone = !inTransaction.has(wrapped);
        if (alone) await run(connection, "begin");
        try {
          for (const plannedFor of plannings(query)) {
            onStatement({ sql: query.sql, plannedFor, plan: await explain(connection, query, plannedFor) });
          }
          const result = await connection.executeQuery<R>(query);
          // What is taken back at once was not written: who repeats until nothing is left would never end.
          return alone ? { ...result, numAffectedRows: 0n } : result;
        } finally {
          if (alone) await run(connection, "rollback");
        }
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

/** A statement without values has one plan, and the server has some planned for their values only. */
const plannings = (query: CompiledQuery): Explained["plannedFor"][] =>
  query.parameters.length === 0 || isPlannedEachTime(query) ? ["values"] : ["values", "all values"];

async function explain(
  connection: DatabaseConnection,
  { sql, parameters }: CompiledQuery,
  plannedFor: Explained["plannedFor"],
): Promise<Plan> {
  await run(connection, "savepoint explained");
  await run(
    connection,
    `set local plan_cache_mode = force_${plannedFor === "values" ? "custom" : "generic"}_plan`,
  );
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
