import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { instrumented, type Mutant, mutantsOf } from "./mutants.ts";
import { createCopy, type WorkingCopy } from "./working-copy.ts";

const help = `npm run mutate -- --sample NUMBER --seed NUMBER [--only FOLDER]

Makes one small change after the other in the code, runs the tests that cover the change, and lists the changes that no test
sees: a comparison, a condition, a number, a call left out; in SQL also an order, a join's side, a condition left out.

  --sample NUMBER  how many changes to try. They are drawn from all possible ones
  --seed NUMBER    the draw: the same seed draws the same changes of the same code
  --only FOLDER    changes files of this folder only, e.g. client or server/webhooks

The tests of client/ are test/client; of server/ test/server and test/conformance; of openapi/ test/openapi and test/contract.
The first run takes as long as these tests take one by one, as it notes which functions each of them runs, also in programs
that it starts. With TEST_DATABASE_URL the tests run on PostgreSQL too.

Stop it with Ctrl+C: the same command goes on where it stopped. A change of the code begins anew; a new or edited test is only
tried on what no other test has seen. It works in a copy of this folder, at low priority.
`;

/** The folders whose code is changed, and those with the tests that are to see it. */
const tested = [
  { folder: "client", tests: ["test/client"] },
  { folder: "server", tests: ["test/server", "test/conformance"] },
  ...["model", "rules", "diff", "release", "generate"].map((name) => ({
    folder: `openapi/${name}`,
    tests: ["test/openapi", "test/contract"],
  })),
];

/** Examples are for people, and a migration that was released never changes. */
const isMutable = (file: string) =>
  /\.ts$/.test(file) && !/\/(examples|demo|migrations)\/|\.d\.ts$/.test(file);

const stateFile = "node_modules/.cache/contacts-api/mutation.json";

/** The results of earlier runs on the same code. */
interface State {
  /** The hash of all files but tests. */
  code: string;
  tests: Record<string, TestRun>;
  results: Record<string, Result>;
}

/** A run of one test file on the code as it is. */
interface TestRun {
  hash: string;
  isGreen: boolean;
  seconds: number;
  /** The functions that it ran, as `server/app.ts 3`. */
  functions: string[];
}

interface Result {
  outcome: "seen" | "not seen" | "not compiled";
  /** The test that saw it. */
  by?: string;
  /** The files of the tests that gave the result, with their hashes. */
  tests: Record<string, string>;
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`${name} ${text}: give a whole number from 1 on.`);
}

/** All files of a folder, also in folders within it; none when it does not exist. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((name) => join(folder, name))
        .sort()
    : [];

function allMutants(only: string): Mutant[] {
  const isIn = (file: string) => only === "" || file.startsWith(`${only}/`);
  return tested
    .flatMap(({ folder }) => filesIn(folder))
    .filter((file) => isMutable(file) && isIn(file))
    .flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
}

const idOf = ({ file, start, end, replacement }: Mutant) =>
  `${file}:${start}-${end}:${replacement}`;

/**
 * Some of the mutants, by chance: those whose hashes with the seed are lowest. So a larger sample
 * has those of a smaller one.
 */
function draw(mutants: Mutant[], sample: number, seed: number): Mutant[] {
  const ranked = mutants.map((mutant) => ({
    mutant,
    rank: hash("sha256", `${seed} ${idOf(mutant)}`),
  }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sample)
    .map(({ mutant }) => mutant);
}

const hashOfFile = (file: string) => hash("sha256", readFileSync(file));

function readState(copy: WorkingCopy): State {
  const files = copy.files
    .filter((file) => !/\.(test\.ts|md)$/.test(file))
    .sort();
  const code = hash("sha256", files.map((f) => f + hashOfFile(f)).join());
  const fresh = { code, tests: {}, results: {} };
  if (!existsSync(stateFile)) return fresh;
  const state = JSON.parse(readFileSync(stateFile, "utf8")) as State;
  return state.code === code ? state : fresh;
}

function save(state: State): void {
  mkdirSync(dirname(stateFile), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(state));
}

async function tryAll(drawn: Mutant[], copy: WorkingCopy): Promise<void> {
  const state = readState(copy);
  const folders = tested.filter(({ folder }) =>
    drawn.some(({ file }) => file.startsWith(`${folder}/`)),
  );
  const tests = new Set(folders.flatMap((each) => each.tests));
  await noteCoverage([...tests].flatMap(filesIn), copy, state);
  let done = 0;
  for (const mutant of drawn) {
    const result = await resultOf(mutant, copy, state);
    state.results[idOf(mutant)] = result;
    save(state);
    done++;
    if (result.outcome === "not seen")
      console.log(`${done}/${drawn.length} ${description(mutant)}`);
  }
  report(drawn, state);
}

/** Runs each test file that is new or was edited, alone, and notes which functions it runs. */
async function noteCoverage(
  files: string[],
  copy: WorkingCopy,
  state: State,
): Promise<void> {
  const current = files.filter((file) => file.endsWith(".test.ts"));
  const missing = current.filter(
    (file) => state.tests[file]?.hash !== hashOfFile(file),
  );
  if (missing.length === 0) return;
  const sources = tested.flatMap(({ folder }) => filesIn(folder));
  for (const file of sources.filter(isMutable))
    copy.write(file, instrumented(file, readFileSync(file, "utf8")));
  const red: string[] = [];
  for (const [i, file] of missing.entries()) {
    console.log(`Coverage ${i + 1}/${missing.length}: ${file}`);
    const { isGreen, seconds, functions } = await copy.run([file]);
    const run = { hash: hashOfFile(file), isGreen, seconds, functions };
    state.tests[file] = run;
    if (!isGreen) red.push(file);
    else save(state);
  }
  for (const file of sources.filter(isMutable)) copy.restore(file);
  for (const file of red) {
    const run = state.tests[file];
    console.log(`Red while it notes coverage, so once more: ${file}`);
    const { isGreen, failed } = await copy.run([file]);
    if (run) run.isGreen = isGreen;
    if (!isGreen)
      console.log(`Left out, as it is red on the code as it is: ${failed}`);
  }
  save(state);
}

/**
 * The test files that cover a change: those with names like its file first, then the quick ones.
 */
function testsOf({ file, inFunction }: Mutant, { tests }: State): string[] {
  const parts = file.replace(/\.ts$/, "").split("/");
  const sharedWith = (test: string) => {
    const others = test.replace(/^test\/|\.test\.ts$/g, "").split("/");
    const differs = parts.findIndex((part, i) => part !== others[i]);
    return differs === -1 ? parts.length : differs;
  };
  return Object.entries(tests)
    .filter(([name]) => existsSync(name))
    .filter(([, run]) => run.isGreen)
    .filter(([, run]) => run.functions.includes(`${file} ${inFunction}`))
    .map(([name, { seconds }]) => ({ name, seconds, near: sharedWith(name) }))
    .sort((a, b) => b.near - a.near || a.seconds - b.seconds)
    .map(({ name }) => name);
}

/**
 * The result of a mutant: that of an earlier run, while the tests that gave it are as they were.
 */
async function resultOf(
  mutant: Mutant,
  copy: WorkingCopy,
  state: State,
): Promise<Result> {
  const covering = testsOf(mutant, state);
  const hashOf = (test: string) => state.tests[test]?.hash ?? "";
  const known = state.results[idOf(mutant)];
  const isTheSame = (test: string) => known?.tests[test] === hashOf(test);
  if (known?.outcome === "not compiled") return known;
  if (known?.outcome === "seen" && Object.keys(known.tests).every(isTheSame))
    return known;
  const missing = covering.filter((test) => !isTheSame(test));
  const hashes = Object.fromEntries(covering.map((t) => [t, hashOf(t)]));
  if (known && missing.length === 0) return known;

  const { file, start, end, replacement } = mutant;
  const text = readFileSync(file, "utf8");
  copy.write(file, text.slice(0, start) + replacement + text.slice(end));
  try {
    const { by, tests } = await firstThatSees(missing, copy, state);
    if (by !== undefined)
      return {
        outcome: "seen",
        by,
        tests: Object.fromEntries(tests.map((t) => [t, hashOf(t)])),
      };
    const isSeenByCompiler = !known && !(await copy.compiles());
    const outcome = isSeenByCompiler ? "not compiled" : "not seen";
    return { outcome, tests: hashes };
  } finally {
    copy.restore(file);
  }
}

/**
 * Runs tests until one fails: first two files, then twice as many each time, as most changes are
 * seen by the nearest.
 */
async function firstThatSees(
  tests: string[],
  copy: WorkingCopy,
  state: State,
): Promise<{ by?: string; tests: string[] }> {
  let rest = tests;
  for (let size = 2; rest.length > 0; size *= 2) {
    const files = rest.slice(0, size);
    rest = rest.slice(size);
    const usual = files.map((test) => state.tests[test]?.seconds ?? 0);
    const limit = 60 + 4 * usual.reduce((a, b) => a + b, 0);
    const { isGreen, failed } = await copy.run(files, {
      limit,
      isToStop: true,
    });
    if (!isGreen) return { by: failed, tests: files };
  }
  return { tests };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A change, for people: its place, what was there, and what is there in its place. */
function description({ file, line, start, end, replacement }: Mutant): string {
  const text = readFileSync(file, "utf8");
  const before = oneLine(text.slice(start, end));
  const after = oneLine(replacement) || "nothing";
  return `${file}:${line}  ${before || "nothing"} → ${after}`;
}

function report(drawn: Mutant[], { results }: State): void {
  const withOutcome = (outcome: Result["outcome"]) =>
    drawn.filter((mutant) => results[idOf(mutant)]?.outcome === outcome);
  const seen = withOutcome("seen").length;
  const survivors = withOutcome("not seen");
  const refused = withOutcome("not compiled").length;
  const counted = seen + survivors.length;
  const score = ((100 * seen) / Math.max(1, counted)).toFixed(1);
  console.log(`\n${survivors.length} survived:`);
  for (const mutant of survivors.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))) {
    const { tests = {} } = results[idOf(mutant)] ?? {};
    const count = Object.keys(tests).length;
    const by = count === 0 ? "no test runs it" : `${count} test files run it`;
    console.log(`  ${description(mutant)}  (${by})`);
  }
  console.log(
    `\nScore: ${score} %, ${seen} of ${counted} seen; ${refused} more were refused by the compiler.`,
  );
}

await runProgram(async () => {
  const options = readOptions(help, {
    sample: { type: "string" },
    seed: { type: "string" },
    only: { type: "string", default: "" },
  });
  if (options.sample === undefined || options.seed === undefined)
    return console.log(help.trimEnd());
  const sample = wholeNumber("--sample", options.sample);
  const seed = wholeNumber("--seed", options.seed);
  const only = options.only.replace(/\/$/, "");
  const drawn = draw(allMutants(only), sample, seed);
  if (drawn.length === 0)
    throw new Error(
      `--only ${only}: no code is changed there. Take a folder of ${tested.map(({ folder }) => folder).join(", ")}.`,
    );
  setPriority(15);
  const copy = createCopy();
  try {
    await tryAll(drawn, copy);
  } finally {
    copy.remove();
  }
});
