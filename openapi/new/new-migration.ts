import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mark } from "../rules/no-marks.ts";
import { addMigration } from "./migration.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const help = `npm run new -- migration contacts-timezone

Writes the next migration, server/store/migrations/NNNN-contacts-timezone.ts, and makes the server run it. Then write its
statements, and add what they add to server/store/tables.ts. Give a new column a default, as older servers go on writing.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean" } },
    allowPositionals: true,
  });
  const [name, ...others] = positionals;
  if (values.help || name === undefined) {
    process.stdout.write(help);
    return;
  }
  if (others.length > 0 || !/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new Error("A migration has one name in kebab-case, e.g. contacts-timezone.");
  const files = await addMigration(root, name, `${mark} say what it adds.`, [`${mark} alter table …`]);
  console.log(`Wrote ${files.join(" and ")}.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
