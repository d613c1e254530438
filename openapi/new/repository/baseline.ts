import { read } from "../template.ts";
import { keptTables } from "./parts.ts";

/** An object of the database, as `npm run schema` writes it. */
interface SchemaObject {
  kind: string;
  name: string;
  table: string;
  statement: string;
}

/**
 * Writes the first migration of another API: the tables that every API has, as the migrations of
 * this API have made them.
 * @param snake the name of the API, such as `library`
 */
export function baseline(snake: string): string {
  const { objects } = JSON.parse(read("server/store/schema/expected.json")) as {
    objects: SchemaObject[];
  };
  const ofTables = objects.filter(
    ({ table, kind }) =>
      keptTables.includes(table) && kind !== "column" && kind !== "not null",
  );
  const needed = withCalledFunctions(ofTables, objects);
  const kept = objects.filter(
    (each) => needed.has(each) || each.name === "btree_gin",
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

/** Returns objects with the functions that they call, directly or through other functions. */
function withCalledFunctions(
  objects: SchemaObject[],
  all: SchemaObject[],
): Set<SchemaObject> {
  const functions = all.filter(({ kind }) => kind === "function");
  const found = new Set(objects);
  // The loop also reaches the functions that it adds.
  for (const { statement } of found)
    for (const each of functions) {
      const [name] = each.name.split("(");
      if (statement.includes(`${name}(`)) found.add(each);
    }
  return found;
}
