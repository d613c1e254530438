import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readOptions } from "../../openapi/options.ts";
import { copyRepository, tools } from "../openapi/copy.ts";
import { median } from "./compare.ts";

const options = readOptions(
  `npm run bench -- dev [--quick]

How long after an edit of the contract \`npm run dev\` says what came of it, from the write to the printed line.
With --quick only lint and types are timed, from its start, without an edit.`,
  { quick: { type: "boolean" } },
);
const rounds = options.quick ? 0 : 9;
const all = ["lint", "types", "code", "diff", "docs", "server"] as const;
type Step = (typeof all)[number];
const steps = options.quick ? all.slice(0, 2) : all;

let remove = () => {};
const { folder, edit } = copyRepository(tools, (end) => void (remove = end));
const env = {
  ...process.env,
  PORT: "0",
  DATA_DIR: join(folder, ".data"),
  DATABASE_URL: "",
};
const dev = spawn(
  process.execPath,
  ["--import", "tsx", join(folder, "openapi/dev/main.ts")],
  {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const lines = createInterface(dev.stdout)[Symbol.asyncIterator]();

/** Waits until each of these steps has a line, and returns the time at which it came. */
async function printed(): Promise<Map<Step, number>> {
  const times = new Map<Step, number>();
  while (times.size < steps.length) {
    const { value, done } = await lines.next();
    if (done) throw new Error("npm run dev ended: what it printed says why.");
    const step = steps.find((name) => String(value).startsWith(`${name} `));
    if (step && !times.has(step)) times.set(step, performance.now());
  }
  return times;
}

const times = new Map(steps.map((step) => [step, [] as number[]]));
try {
  const add = async (since: number) => {
    for (const [step, at] of await printed()) times.get(step)?.push(at - since);
  };
  if (options.quick) await add(performance.now());
  else await printed();
  for (let round = 1; round <= rounds; round++) {
    const start = performance.now();
    // The first text of the document, which every contract has.
    edit(
      "openapi/openapi.yaml",
      /^( +title: [^!\n]*)!*$/m,
      `$1${"!".repeat(round)}`,
    );
    await add(start);
  }
} finally {
  const ended = once(dev, "exit");
  if (dev.exitCode === null && dev.signalCode === null && dev.kill("SIGTERM"))
    await ended;
  remove();
}
// Nothing is left behind when nobody reads this, as in `npm run bench -- dev | head -1`.
for (const [step, taken] of times)
  console.log(
    `${step.padEnd(10)}median ${median(taken).toFixed(0)} ms, best ${Math.min(...taken).toFixed(0)} ms`,
  );
