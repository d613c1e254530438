import { type Kysely, sql } from "kysely";
import { type Tables, tables } from "../tables.ts";
import type { Fault } from "./faults.ts";

/** The advice about a right that a database denies. */
export const grantAdvice =
  "Grant it as server/OPERATIONS.md says under Upgrade and rollback.";

/** Finds the tables that the user of a database may not both read and write. */
export async function deniedTables(
  database: Kysely<Tables>,
): Promise<string[]> {
  const all = ["migrations", ...Object.keys(tables)];
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${all}::text[]) name
    where exists (
      select from unnest(array['select', 'insert', 'update', 'delete']) needed
      where not has_table_privilege(to_regclass(name), needed)
    )
    order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** Finds the same as faults, for a server that runs. */
export async function findDenied(database: Kysely<Tables>): Promise<Fault[]> {
  const denied = await deniedTables(database);
  return denied.map((table) => ({
    what: `this user may not read and write ${table}. ${grantAdvice}`,
    statement: undefined,
    isSerious: true,
  }));
}

/** @throws Error that names the tables which the user of a database may not both read and write */
export async function requireRights(database: Kysely<Tables>): Promise<void> {
  const denied = await deniedTables(database);
  if (denied.length === 0) return;
  throw new Error(
    `The user of DATABASE_URL may not read and write ${denied.join(", ")}. ${grantAdvice}`,
  );
}
