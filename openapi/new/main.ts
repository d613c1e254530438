/** What can be added → the file that writes it, and what it writes. */
const kinds: Record<string, [file: string, writes: string]> = {
  resource: ["new-resource.ts", "a resource that can be listed, created, read and changed"],
  migration: ["new-migration.ts", "an empty migration, as for a new field"],
};

const lines = Object.entries(kinds).map(([name, [, writes]]) => `  ${name.padEnd(11)}${writes}\n`);
const help = `npm run new -- KIND [options]   writes what a new part of the API needs

${lines.join("")}
npm run new -- KIND says what its options are.
`;

const [name = "--help"] = process.argv.splice(2, 1);
const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
if (name === "--help") process.stdout.write(help);
else if (kind) await import(`./${kind[0]}`);
else {
  console.error(`There is no ${name} to write. There are: ${Object.keys(kinds).join(", ")}.`);
  process.exitCode = 1;
}
