import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, stringify } from "yaml";
import { decide } from "../../openapi/diff/decide.ts";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { cases, score } from "../openapi/diff/measure.ts";
import { npm, npmBin } from "../portability/install.ts";

const { quick, folder: history } = readOptions(
  `npm run bench -- diff [--folder FOLDER] [--quick]

Compares the diff with \`redocly diff\` and oasdiff, which is fetched: which of our own pairs each calls a break.
With --folder: on which versions of a contract they disagree, each a file, in the order of their names.
With --quick: a few pairs, without oasdiff.`,
  { folder: { type: "string" }, quick: { type: "boolean" } },
);

const folder = mkdtempSync(join(tmpdir(), "bench-diff-"));

/** Returns true when a tool finds a break between two files. */
type Finds = (before: string, after: string) => boolean;

/** Runs a program; one that fails has found nothing. @throws Error when there is no such program */
function run(program: string, args: string[]): string {
  const { error, status, stdout } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: Infinity,
  });
  if (error) throw new Error(`${program} did not start: ${error.message}`);
  return status === 0 ? stdout : "";
}

const findsDiff: Finds = (base, head) => {
  try {
    return decide({ base, head, today: "2026-01-01" }).breaks.length > 0;
  } catch {
    return false; // it refuses the file
  }
};

const findsRedocly: Finds = (before, after) => {
  const config = join(folder, "redocly.yaml");
  const report = join(folder, "report.json");
  writeFileSync(config, "telemetry: off\nextends: [diff-recommended]\n");
  writeFileSync(report, '{ "changes": [] }');
  const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
  const options = [
    "--config",
    config,
    "--format=json",
    "--fail-on=none",
    `--output=${report}`,
  ];
  run(process.execPath, [redocly, "diff", before, after, ...options]);
  const { changes } = JSON.parse(readFileSync(report, "utf8")) as {
    changes: { impact: string }[];
  };
  return changes.some(({ impact }) => impact === "major");
};

/** @param from the least level that counts as a break: 3 for errors, 2 for warnings */
const findsOasdiff =
  (from: number): Finds =>
  (before, after) => {
    const found = run(npmBin("oasdiff"), [
      "breaking",
      before,
      after,
      "--format",
      "json",
    ]);
    return (JSON.parse(found || "[]") as { level: number }[]).some(
      ({ level }) => level >= from,
    );
  };

/** Prints how often each tool is right about our own pairs. */
function compareCases(tools: [name: string, finds: Finds][]): void {
  const before = join(folder, "before.yaml");
  const after = join(folder, "after.yaml");
  const chosen = quick ? cases.slice(0, 2) : cases;
  const withoutAliases = (text: string) =>
    stringify(parse(text), { aliasDuplicateObjects: false });
  const found = new Map(tools.map(([name]) => [name, [] as boolean[]]));
  for (const one of chosen) {
    writeFileSync(before, withoutAliases(one.before));
    writeFileSync(after, withoutAliases(one.after));
    for (const [name, finds] of tools)
      found.get(name)?.push(finds(before, after));
  }
  for (const [name, results] of found)
    console.log(`${name.padEnd(17)}${score(chosen, results)}`);
}

/**
 * Prints the steps from one version to the next on which the tools disagree: a person then decides
 * who is right.
 */
function compareVersions(
  tools: [name: string, finds: Finds][],
  versions: string,
): void {
  const files = readdirSync(versions)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  for (const [i, after] of files.slice(1).entries()) {
    const before = files[i] ?? "";
    const alarmed = tools.filter(([, finds]) =>
      finds(join(versions, before), join(versions, after)),
    );
    if (alarmed.length === 0 || alarmed.length === tools.length) continue;
    console.log(
      `${before} → ${after}: a break for ${alarmed.map(([name]) => name).join(", ")} alone`,
    );
  }
  console.log(`${Math.max(0, files.length - 1)} steps compared`);
}

await runProgram(async () => {
  try {
    if (history !== undefined && !existsSync(history))
      throw new Error(`There is no folder ${history}.`);
    const tools: [name: string, finds: Finds][] = [
      ["npm run diff", findsDiff],
      ["redocly diff", findsRedocly],
    ];
    if (!quick) {
      console.error("installing oasdiff, as npm run portability does");
      await npm();
      tools.push(
        ["oasdiff, errors", findsOasdiff(3)],
        ["… and warnings", findsOasdiff(2)],
      );
    }
    if (history === undefined) compareCases(tools);
    else compareVersions(tools, history);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
