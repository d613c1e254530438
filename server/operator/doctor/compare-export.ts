import { sql } from "kysely";
import type { MissingRows } from "../../store/schema/missing-rows.ts";
import { evaluate } from "../../store/statement.ts";
import type { Store } from "../../store/store.ts";
import {
  type Counts,
  type Header,
  type Lines,
  linesOf,
  readHeader,
  readLine,
} from "../export-file.ts";
import { workspaceTables } from "../workspace.ts";

/** Ids that are looked up at once. */
const batch = 1000;

/** An import, and a server at any time, writes these anew. */
const rewritten = ["workspace_usage_parts"];

/**
 * Compares a workspace with a file that `export` wrote of it: each id of the file has to be there,
 * and as many rows of the tables without ids. Rows that were deleted after the export are missing
 * as well.
 * @throws Error when `export` has not written the file, or the file was cut off
 */
export async function compareWithExport(
  database: Store["database"],
  file: string,
): Promise<MissingRows[]> {
  const lines = linesOf(file);
  const { workspace } = await readHeader(file, lines);
  const isThere = await evaluate(
    database,
    sql<boolean>`exists (select from workspaces where id = ${workspace.id})`,
  );
  if (!isThere)
    return [
      {
        table: "workspaces",
        rows: 1,
        example: workspace.id,
        found: `the workspace ${workspace.name} (${workspace.id}) of ${file} is missing`,
      },
    ];
  const ids = await findMissingIds(database, file, { lines, workspace });
  const missing = [...ids.missing].map(([table, { rows, example }]) => ({
    table,
    rows,
    example,
    found: `${rows} of the ${ids.counts[table]} rows in ${file} are missing, e.g. ${example}`,
  }));
  return [
    ...missing,
    ...(await compareCounts(database, file, { workspace, counts: ids.counts })),
  ];
}

/**
 * Looks up the rows of an export by their ids. Returns the missing rows by table, and the counts at
 * the end of the export.
 */
async function findMissingIds(
  database: Store["database"],
  file: string,
  { lines, workspace }: { lines: Lines; workspace: Header["workspace"] },
) {
  const missing = new Map<string, { rows: number; example: string }>();
  let current = { table: "", ids: [] as string[] };
  const lookUp = async () => {
    const { table, ids } = current;
    if (ids.length === 0) return;
    const { rows } = await sql<{ id: string }>`
      select id from unnest(${ids}::text[]) wanted (id)
      where not exists (
        select from ${sql.table(table)} present where workspace_id = ${workspace.id} and present.id = wanted.id
      )`.execute(database);
    const [first] = rows;
    if (!first) return;
    const before = missing.get(table) ?? { rows: 0, example: first.id };
    missing.set(table, { ...before, rows: before.rows + rows.length });
  };
  for await (const line of lines) {
    const { table = "", row, counts } = readLine(line);
    if (table !== current.table || current.ids.length === batch) {
      await lookUp();
      current = { table, ids: [] };
    }
    if (counts) return { missing, counts };
    const id = row?.["id"];
    if (typeof id === "string" && workspaceTables.has(table))
      current.ids.push(id);
  }
  throw new Error(`${file} was cut off, or changed.`);
}

/** Compares the number of rows in tables without ids with the counts of the export. */
async function compareCounts(
  database: Store["database"],
  file: string,
  { workspace, counts }: { workspace: Header["workspace"]; counts: Counts },
): Promise<MissingRows[]> {
  const withoutIds = [...workspaceTables]
    .filter(([, columns]) => !columns.includes("id"))
    .map(([table]) => table)
    .filter((table) => !rewritten.includes(table));
  const missing: MissingRows[] = [];
  for (const table of withoutIds) {
    const noted = counts[table] ?? 0;
    const present = await evaluate(
      database,
      sql<number>`(select count(*)::integer from ${sql.table(table)} where workspace_id = ${workspace.id})`,
    );
    if (present < noted)
      missing.push({
        table,
        rows: noted - present,
        example: workspace.id,
        found: `${noted - present} of the ${noted} rows in ${file} are missing`,
      });
  }
  return missing;
}
