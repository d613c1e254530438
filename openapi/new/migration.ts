import { readFileSync, writeFileSync } from "node:fs";
import { format } from "./insert.ts";

const folder = "server/store/migrations/";
const register = "server/store/migrate.ts";

/**
 * Writes the next migration, and makes the server run it.
 * @returns the files that were written
 * @throws Error when a migration has this name
 */
export async function addMigration(
  root: string,
  name: string,
  says: string,
  statements: string[],
): Promise<string[]> {
  const text = readFileSync(root + register, "utf8");
  const existing = [
    ...text.matchAll(/^import \{ migration as \w+ \} from ".\/migrations\/(\d{4})-([\w-]+)\.ts";$/gm),
  ];
  if (existing.some(([, , other]) => other === name)) throw new Error(`There is a migration ${name}.`);
  const id = `${String(existing.length + 1).padStart(4, "0")}-${name}`;
  const variable = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const last = existing.at(-1)?.[0] ?? "";
  const registered = text
    .replace(last, () => `${last}\nimport { migration as ${variable} } from "./migrations/${id}.ts";`)
    .replace("\n};\n", () => `\n  "${id}": ${variable},\n};\n`);
  const file = `${folder}${id}.ts`;
  writeFileSync(root + file, await format(file, migrationText(says, statements)));
  writeFileSync(root + register, await format(register, registered));
  return [file, register];
}

const migrationText = (
  says: string,
  statements: string[],
) => `import type { Migration } from "../migration.ts";

/** ${says} */
export const migration: Migration = {
  phase: "expand",
  statements: \`
${statements.map((statement) => `    ${statement};\n`).join("")}  \`,
};
`;
