import { identifier } from "../generate/client-names.ts";
import { todo } from "../rules/finished-texts.ts";
import { read, writeChecked } from "./template.ts";

const register = "server/store/migration-list.ts";

const empty = `import type { Migration } from "../migration.ts";

/** ${todo} say what it adds. */
export const migration: Migration = {
  phase: "expand",
  statements: \`
    ${todo} alter table …;
  \`,
};
`;

/** A migration that the server runs. */
interface Registered {
  /** The line that imports it. */
  line: string;
  number: number;
  name: string;
}

/** Returns the migrations that the server runs, in their order. */
function migrations(): Registered[] {
  const imports =
    /^import \{ migration as \w+ \} from ".\/migrations\/(\d{4})-([\w-]+)\.ts";$/gm;
  return [...read(register).matchAll(imports)].map(
    ([line, number, name = ""]) => ({ line, number: Number(number), name }),
  );
}

/** @throws Error when a text is not the name of a migration, or a migration has this name */
export function refuseMigration(name: string): void {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new Error(
      "A migration has one name in kebab-case, e.g. contacts-timezone.",
    );
  if (migrations().some((other) => other.name === name))
    throw new Error(`There is a migration ${name}.`);
}

/**
 * Writes the next migration, and makes the server run it.
 * @returns the files that were written
 */
export async function addMigration(name: string): Promise<string[]> {
  const texts = migrationTexts(name, empty);
  await writeChecked(texts, async () => undefined);
  return Object.keys(texts);
}

/**
 * Returns the files of the next migration: its own, and the file that lists the migrations.
 * @throws Error when a text is not the name of a migration, or a migration has this name
 */
export function migrationTexts(
  name: string,
  text: string,
): Record<string, string> {
  refuseMigration(name);
  const { line: last = "", number = 0 } = migrations().at(-1) ?? {};
  const id = `${String(number + 1).padStart(4, "0")}-${name}`;
  const variable = identifier(name);
  const registered = read(register)
    .replace(
      last,
      `${last}\nimport { migration as ${variable} } from "./migrations/${id}.ts";`,
    )
    .replace("\n};\n", `\n  "${id}": ${variable},\n};\n`);
  return {
    [`server/store/migrations/${id}.ts`]: text,
    [register]: registered,
  };
}
