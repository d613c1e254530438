import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { copyRepository } from "../openapi/dev/repository.ts";

/** How long after an edit of the contract `npm run dev` says what came of it, from the write to the printed line. */
const steps = ["lint", "types", "docs", "server"] as const;

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "9" } } });
const folder = mkdtempSync(join(tmpdir(), "bench-dev-"));
const edit = copyRepository(folder);
const env = { ...process.env, PORT: "0", DOCS_PORT: "0", DATA_DIR: join(folder, ".data"), DATABASE_URL: "" };
const dev = spawn(process.execPath, ["--import", "tsx", join(folder, "openapi/dev/main.ts")], { env });
const lines = createInterface(dev.stdout)[Symbol.asyncIterator]();

/** Waits for the line of a step and gives the time at which it came. */
async function printed(step: string): Promise<number> {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("npm run dev ended.");
    if (String(value).startsWith(`${step} `)) return performance.now();
  }
}

try {
  await printed("server");
  const times = new Map(steps.map((step) => [step, [] as number[]]));
  for (let round = 0; round < Number(options.rounds); round++) {
    const start = performance.now();
    edit(/How many elements a page holds\S*/, `How many elements a page holds${"!".repeat(round + 1)}`);
    for (const step of steps) times.get(step)?.push((await printed(step)) - start);
  }
  for (const [step, all] of times) {
    const sorted = all.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? NaN;
    console.log(`${step.padEnd(8)}median ${median.toFixed(0)} ms, best ${sorted[0]?.toFixed(0)} ms`);
  }
} finally {
  const ended = once(dev, "exit");
  dev.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
