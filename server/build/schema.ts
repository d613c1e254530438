import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { openEmpty } from "../store/database/embedded.ts";
import { migrate, migrations } from "../store/migrate.ts";
import type { Expected } from "../store/schema/faults.ts";
import { readStatements, type SchemaObject } from "../store/schema/objects.ts";
import type { Store } from "../store/store.ts";

export const schemaFile = "server/store/schema/expected.json";

/**
 * Runs all migrations in a new embedded database, and returns what they make, as the file has it.
 */
export async function madeByMigrations(): Promise<string> {
  const { database, close } = await openEmpty();
  try {
    const lines = (await runOneByOne(database)).map((object) =>
      JSON.stringify(object),
    );
    const names = JSON.stringify(Object.keys(migrations));
    return `{"migrations":${names},"objects":[\n${lines.join(",\n")}\n]}\n`;
  } finally {
    await close();
  }
}

async function runOneByOne(database: Store["database"]): Promise<Expected[]> {
  /** Object → the migration after which it is as it is now. */
  const since = new Map<string, string>();
  let objects: SchemaObject[] = [];
  for (const name of Object.keys(migrations)) {
    const all = Object.entries(migrations).filter(([other]) => other <= name);
    await migrate(database, { all: Object.fromEntries(all) });
    objects = [
      ...(await readStatements(database)),
      ...(await firstRows(database)),
    ].map(readable);
    const now = new Set(objects.map(textOf));
    for (const text of since.keys()) if (!now.has(text)) since.delete(text);
    for (const text of now) if (!since.has(text)) since.set(text, name);
  }
  return objects.map((object) => ({
    since: since.get(textOf(object)) ?? "",
    ...object,
  }));
}

const textOf = ({ kind, table, name, holds }: SchemaObject) =>
  JSON.stringify([kind, table, name, holds]);

/** The rows that migrations write, each the only one of its table. */
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

/** Without what says nothing. */
const readable = (object: SchemaObject): SchemaObject => ({
  ...object,
  holds: Object.fromEntries(
    Object.entries(object.holds).filter(([, value]) => value !== ""),
  ),
  // The body of a function names the schema of an extension, as a restore has no search path.
  statement: (object.kind === "function"
    ? object.statement.replace("public.", "")
    : object.statement.replaceAll("public.", "")
  ).trim(),
});

const help = `npm run schema   writes ${schemaFile}, what the migrations make
`;

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runProgram(async () => {
    readOptions(help, {});
    writeFileSync(schemaFile, await madeByMigrations());
  });
