import { CompiledQuery, type DatabaseConnection, type Driver } from "kysely";
import type { Plan } from "./plan.ts";

/** A statement that the server has sent, and how the database ran it. */
export interface Explained {
  sql: string;
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
          onStatement({ sql: query.sql, plan: await explain(connection, query) });
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

async function explain(connection: DatabaseConnection, { sql, parameters }: CompiledQuery): Promise<Plan> {
  await run(connection, "savepoint explained");
  const { rows } = await connection.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    CompiledQuery.raw(`explain (analyze, buffers, format json) ${sql}`, [...parameters]),
  );
  await run(connection, "rollback to savepoint explained");
  const [response] = rows;
  if (!response) throw new Error("The database explains nothing.");
  return response["QUERY PLAN"][0].Plan;
}

const run = (connection: DatabaseConnection, text: string) =>
  connection.executeQuery(CompiledQuery.raw(text));
