import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Migration } from "./migration.ts";
import type { Tables } from "./tables.ts";

/**
 * The statements of a migration, as an administrator can read them before it runs. No database is
 * needed.
 */
export async function statementsOf(migration: Migration): Promise<string> {
  switch (migration.phase) {
    case "baseline":
      return recordStatements(migration.up);
    case "expand":
    case "contract":
      return withoutEnd(migration.statements);
    case "index":
      return `create ${migration.unique ? "unique " : ""}index ${migration.name} on ${migration.table} ${migration.definition}`;
    case "reference":
      return `alter table ${migration.table} add foreign key ${migration.definition} not valid`;
    case "move":
      return `update ${migration.table} set ${migration.set} where ${migration.where}`;
  }
}

/** Runs a migration without a database, and collects its statements. */
async function recordStatements(
  up: (database: Kysely<Tables>) => Promise<void>,
): Promise<string> {
  const statements: string[] = [];
  const connection: DatabaseConnection = {
    executeQuery: ({ sql }: CompiledQuery) => {
      statements.push(sql);
      return Promise.resolve({ rows: [schemas as never] });
    },
    streamQuery: () => {
      throw new Error("A migration reads no stream.");
    },
  };
  const nothing = () => Promise.resolve();
  const database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: () => Promise.resolve(connection),
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  });
  await up(database);
  return statements.map(withoutEnd).join(";\n");
}

/** The row that a query returns: the baseline asks for the schemas of the extensions. */
const schemas = { unaccent: "public", pg_trgm: "public" };

const withoutEnd = (statement: string) => statement.trim().replace(/;$/, "");
