import { read } from "../template.ts";
import { keptTables } from "./parts.ts";

/** An object of the schema, as `npm run schema` notes it. */
interface Noted {
  kind: string;
  name: string;
  table: string;
  statement: string;
}

/**
 * The first migration of another API: what the migrations of this one make of the tables that each
 * API has.
 */
export function baseline(snake: string): string {
  const { objects } = JSON.parse(read("server/store/schema/expected.json")) as {
    objects: Noted[];
  };
  const ofTables = objects.filter(
    ({ table, kind }) =>
      keptTables.includes(table) && kind !== "column" && kind !== "not null",
  );
  const called = withCalled(ofTables, objects);
  const kept = objects.filter(
    (each) => called.has(each) || each.name === "btree_gin",
  );
  const statements = kept
    .map(({ statement }) => `    ${statement.replaceAll("\\", "\\\\")};`)
    .join("\n")
    .replaceAll("contacts_api", `${snake}_api`)
    .replaceAll("contact_ids", "subject_ids")
    .replaceAll("contacts", "items");
  return `import { sql } from "kysely";
import type { Migration } from "../migration.ts";

/** The tables that a server of any API needs: workspaces, keys, usage, and what makes requests safe to repeat. */
export const migration: Migration = {
  phase: "baseline",
  up: async (database) => {
    await sql.raw(statements).execute(database);
  },
};

const statements = \`
${statements}
\`;
`;
}

/** Objects with the functions that they call, and those that these call. */
function withCalled(objects: Noted[], all: Noted[]): Set<Noted> {
  const functions = all.filter(({ kind }) => kind === "function");
  const found = new Set(objects);
  for (const { statement } of found)
    for (const each of functions)
      if (statement.includes(`${each.name.split("(")[0]}(`)) found.add(each);
  return found;
}
