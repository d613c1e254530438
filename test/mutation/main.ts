import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { readOptions, runProgram } from "../../openapi/options.ts";
import { idOf, readMemory, type Result } from "./memory.ts";
import type { Mutant } from "./mutants.ts";
import { draw, mutantsIn, tested } from "./sources.ts";
import { tryMutant } from "./try-mutant.ts";
import { createCopy } from "./working-copy.ts";

const help = `npm run mutate -- --sample NUMBER --seed NUMBER [--only FOLDER]

Makes one small change after the other in the code, runs the tests that cover the change, nearest first, until one fails, and
prints the result of each: a comparison, a condition, a number, a call left out; in SQL also an order, a join's side, a
condition left out. At the end it lists the changes that no test sees.

  --sample NUMBER  how many changes to try. They are drawn from all possible ones
  --seed NUMBER    the draw: the same seed draws the same changes of the same code
  --only FOLDER    changes this folder or file only, e.g. client or server/webhooks

The tests of client/ are test/client; of server/ test/server and test/conformance; of openapi/ test/openapi and test/contract,
without dev/, new/ and package/, which take minutes.
Before a test file runs for the first time, it runs once alone, to note which functions it runs, also in programs that it
starts. With TEST_DATABASE_URL the tests run on PostgreSQL too.

Stop it with Ctrl+C: the next run goes on where it stopped. A result counts until the changed file or a test that gave it is
edited; an edited test is tried on what no other has seen. Remove node_modules/.cache/contacts-api/mutation.json to begin anew.
It works in a copy of this folder, at low priority.
`;

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`${name} ${text}: give a whole number from 1 on.`);
}

/** A mutant with what became of it. */
interface Tried {
  mutant: Mutant;
  result: Result;
}

async function tryAll(drawn: Mutant[]): Promise<Tried[]> {
  const memory = readMemory();
  const copy = createCopy();
  const tried: Tried[] = [];
  try {
    for (const mutant of drawn) {
      const result = await tryMutant(mutant, copy, memory);
      tried.push({ mutant, result });
      const said =
        result.outcome === "seen" ? `seen by ${result.by}` : result.outcome;
      console.log(
        `${tried.length}/${drawn.length} ${description(mutant)}: ${said}`,
      );
    }
  } finally {
    copy.remove();
  }
  return tried;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A change, for people: its place, what was there, and what is there in its place. */
function description({ file, line, start, end, replacement }: Mutant): string {
  const text = readFileSync(file, "utf8");
  const before = oneLine(text.slice(start, end));
  const after = oneLine(replacement) || "nothing";
  return `${file}:${line}  ${before || "nothing"} → ${after}`;
}

function report(tried: Tried[]): void {
  const withOutcome = (outcome: Result["outcome"]) =>
    tried.filter(({ result }) => result.outcome === outcome);
  const seen = withOutcome("seen").length;
  const survivors = withOutcome("not seen");
  const refused = withOutcome("not compiled").length;
  const counted = seen + survivors.length;
  const score = ((100 * seen) / Math.max(1, counted)).toFixed(1);
  console.log(`\n${survivors.length} survived:`);
  survivors.sort((a, b) => (idOf(a.mutant) < idOf(b.mutant) ? -1 : 1));
  for (const { mutant, result } of survivors) {
    const count = Object.keys(result.tests).length;
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
  const drawn = draw(mutantsIn(only), sample, seed);
  if (drawn.length === 0)
    throw new Error(
      `--only ${only}: no code is changed there. Take a folder of ${tested.map(({ folder }) => folder).join(", ")}.`,
    );
  setPriority(15);
  report(await tryAll(drawn));
});
