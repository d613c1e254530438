import { writeFileSync } from "node:fs";
import { readOptions } from "../../openapi/options.ts";

const help = `npm run portability -- --all           tries the contract in every tool
npm run portability -- --only python   those whose name contains it; may be repeated
npm run portability -- --list          names them
  --json FILE                          writes the table as JSON too

Everything is installed into node_modules/.cache/portability. Exit 1: a tool failed.`;

async function main(): Promise<void> {
  const values = readOptions(help, {
    all: { type: "boolean" },
    only: { type: "string", multiple: true, default: [] },
    list: { type: "boolean" },
    json: { type: "string" },
  });
  if (!values.list && !values.all && values.only.length === 0)
    return console.log(help);
  // Loaded only here, as loading takes seconds.
  const { tools } = await import("./tools.ts");
  if (values.list) return console.log(Object.keys(tools).join("\n"));
  const { tryAll } = await import("./try-tools.ts");
  const { exitCode, report } = await import("./tool.ts");
  const cells = await tryAll(values.only);
  if (values.json !== undefined)
    writeFileSync(values.json, JSON.stringify(cells, null, 1));
  console.log(`\n${report(cells)}`);
  process.exitCode = exitCode(cells);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
