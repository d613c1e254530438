import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { openEmpty } from "../store/open/embedded.ts";
import { migrate } from "../store/migrate.ts";
import { migrations } from "../store/migration-list.ts";
import type { Expected } from "../store/schema/faults.ts";
import { readStatements, type SchemaObject } from "../store/schema/objects.ts";
import type { Store } from "../store/store.ts";

export const schemaFile = "server/store/schema/expected.json";

/**
 * Runs all migrations in a new embedded database, and returns the objects that they make, as the
 * text of `schemaFile`.
 */
export async function madeByMigrations(): Promise<string> {
  const { database, close } = await openEmpty();
  try {
    const objects = await runOneByOne(database);
    const lines = objects.map((object) => JSON.stringify(object));
    const names = JSON.stringify(Object.keys(migrations));
    return `{"migrations":${names},"objects":[\n${lines.join(",\n")}\n]}\n`;
  } finally {
    await close();
  }
}

/** Runs the migrations one by one, and returns each object with the migration that made it. */
async function runOneByOne(database: Store["database"]): Promise<Expected[]> {
  /** Text of an object → the migration that made it as it is now. */
  const since = new Map<string, string>();
  let objects: SchemaObject[] = [];
  for (const name of Object.keys(migrations)) {
    const upToThis = Object.entries(migrations).filter(
      ([other]) => other <= name,
    );
    await migrate(database, { all: Object.fromEntries(upToThis) });
    objects = [
      ...(await readStatements(database)),
      ...(await firstRows(database)),
    ].map(simplified);
    const texts = new Set(objects.map(textOf));
    for (const text of since.keys()) {
      if (!texts.has(text)) since.delete(text);
    }
    for (const text of texts) {
      if (!since.has(text)) since.set(text, name);
    }
  }
  return objects.map((object) => ({
    since: since.get(textOf(object)) ?? "",
    ...object,
  }));
}

const textOf = ({ kind, table, name, holds }: SchemaObject) =>
  JSON.stringify([kind, table, name, holds]);

/** The rows that migrations insert, each into a table of a single row, whose `id` is always 1. */
async function firstRows(database: Store["database"]): Promise<SchemaObject[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema and column_name = 'id' and column_default = '1'`.execute(
    database,
  );
  const rows: SchemaObject[] = [];
  for (const { name } of tables.rows) {
    const { rows: found } = await sql<{ row: object }>`
      select to_json(${sql.table(name)}) as row from ${sql.table(name)}`.execute(
      database,
    );
    for (const { row } of found)
      rows.push({
        kind: "row",
        name,
        table: name,
        holds: {},
        statement: `insert into ${name} select * from json_populate_record(null::${name}, '${JSON.stringify(row)}')`,
      });
  }
  return rows;
}

/** Leaves out empty parts of an object, and the name of the schema `public`. */
function simplified(object: SchemaObject): SchemaObject {
  const parts = Object.entries(object.holds).filter(
    ([, value]) => value !== "",
  );
  // Only at the start of a function: its body names the schema, as a restore has no search path.
  const statement =
    object.kind === "function"
      ? object.statement.replace("public.", "")
      : object.statement.replaceAll("public.", "");
  return {
    ...object,
    holds: Object.fromEntries(parts),
    statement: statement.trim(),
  };
}

const help = `npm run schema   writes ${schemaFile}, what the migrations make
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runProgram(async () => {
    readOptions(help, {});
    writeFileSync(schemaFile, await madeByMigrations());
  });
