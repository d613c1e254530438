import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readOptions } from "../../openapi/options.ts";

const help = `npm run mutate [-- --file FILE ...]

Changes one thing after the other in files of server/ and client/, runs the tests of the file, and lists the changes that no
test sees. Without --file it takes the files that differ from the branch main. A file with 80 changes takes some minutes.
The report is node_modules/.cache/contacts-api/mutation.html.
`;

/** They run compilers or other runtimes on the packed client, which takes too long for each change. */
const slow = ["package", "readme", "runtimes", "samples", "texts", "types"].map((name) => `${name}.test.ts`);

/** The tests of a file: the one of its name, or else those of the nearest folder that has some. */
function testsOf(file: string): string[] {
  const own = join("test", file.replace(/\.ts$/, ".test.ts"));
  if (existsSync(own)) return [own];
  for (let folder = dirname(own); folder !== "test"; folder = dirname(folder)) {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const tests = names.filter((name) => name.endsWith(".test.ts") && !slow.includes(name));
    if (tests.length > 0) return tests.map((name) => join(folder, name));
  }
  return [];
}

function changedFiles(): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const changed = git("diff", "--name-only", "--diff-filter=d", git("merge-base", "main", "HEAD"));
  return changed.split("\n").filter((name) => /^(server|client)\/.*\.ts$/.test(name));
}

const { file: files = changedFiles() } = readOptions(help, { file: { type: "string", multiple: true } });
const unknown = files.filter((file) => testsOf(file).length === 0 || !existsSync(file));
if (files.length === 0) {
  console.log("No file of server/ or client/ differs from main. Name one: npm run mutate -- --file FILE");
} else if (unknown.length > 0) {
  console.error(`There is no such file of server/ or client/: ${unknown.join(", ")}`);
  process.exitCode = 1;
} else {
  const stryker = "test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js";
  const run = (program: string, args: string[], env = {}) =>
    spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } }).status;
  // Its own packages are installed only for this: they are as many as a fifth of all others.
  const installed =
    existsSync(stryker) || run("npm", ["ci", "--legacy-peer-deps", "--prefix", "test/mutation"]) === 0;
  const MUTATION_TESTS = [...new Set(files.flatMap(testsOf))].join(",");
  const places = ["--tempDirName", join(tmpdir(), `contacts-mutation-${process.pid}`)];
  const args = [stryker, "run", "test/mutation/stryker.config.json", "--mutate", files.join(","), ...places];
  process.exitCode = installed ? (run(process.execPath, args, { MUTATION_TESTS }) ?? 1) : 1;
}
