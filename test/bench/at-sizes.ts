import { parseArgs } from "node:util";
import { count } from "./seed/count.ts";

/**
 * Runs a benchmark of a database from its command line: `measure` once for each size of `--sizes`. Without `--database` it
 * prints the usage; `--json` prints all figures at the end.
 * @param sizes of a run that names none, e.g. `1000,10000`
 */
export function atSizes(
  usage: string,
  sizes: string,
  measure: (database: string, size: number) => Promise<object>,
): void {
  run(usage, sizes, measure).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}

async function run(...[usage, sizes, measure]: Parameters<typeof atSizes>): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: "string" },
      sizes: { type: "string", default: sizes },
      json: { type: "boolean", default: false },
    },
  });
  if (values.database === undefined) return console.log(usage);
  const all: Record<string, object> = {};
  for (const size of values.sizes.split(",").map((text) => count("sizes", text)))
    all[size] = await measure(values.database, size);
  if (values.json) console.log(JSON.stringify(all));
}
