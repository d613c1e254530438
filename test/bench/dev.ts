import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { parse, stringify } from "yaml";
import { createLinter } from "../../openapi/dev/linter.ts";
import { copyRepository } from "../openapi/dev/repository.ts";

/** How long after an edit of the contract `npm run dev` says what came of it, from the write to the printed line. */
const steps = ["lint", "types", "code", "diff", "docs", "server"] as const;

type Step = (typeof steps)[number];

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "9" } } });
const folder = mkdtempSync(join(tmpdir(), "bench-dev-"));
const edit = copyRepository(folder);
const env = { ...process.env, PORT: "0", DOCS_PORT: "0", DATA_DIR: join(folder, ".data"), DATABASE_URL: "" };
const dev = spawn(process.execPath, ["--import", "tsx", join(folder, "openapi/dev/main.ts")], { env });
const lines = createInterface(dev.stdout)[Symbol.asyncIterator]();

async function stop(): Promise<void> {
  if (dev.exitCode !== null || dev.signalCode !== null) return;
  const ended = once(dev, "exit");
  dev.kill("SIGTERM");
  await ended;
}

/** Waits until each of these steps has a line, and gives the time at which it came. */
async function printed(names: readonly Step[]): Promise<Map<Step, number>> {
  const times = new Map<Step, number>();
  while (times.size < names.length) {
    const { value, done } = await lines.next();
    if (done) throw new Error("npm run dev ended.");
    const step = names.find((name) => String(value).startsWith(`${name} `));
    if (step && !times.has(step)) times.set(step, performance.now());
  }
  return times;
}

/** Lint of a contract with one resource, which is as large as a contract is when it is begun. */
async function lintSmall(rounds: number): Promise<number[]> {
  const contract = parse(readFileSync("openapi/openapi.yaml", "utf8"));
  const paths = Object.entries(contract.paths).filter(([path]) => path.startsWith("/v1/tickets"));
  const file = join(folder, "openapi/openapi.yaml");
  const small = { ...contract, paths: Object.fromEntries(paths), webhooks: {} };
  writeFileSync(file, stringify(small, { aliasDuplicateObjects: false }));
  execFileSync("npx", ["redocly", "bundle", file, "--remove-unused-components", "--output", file], {
    cwd: folder,
    stdio: "ignore",
  });
  const linter = createLinter(folder);
  const times: number[] = [];
  for (let round = -3; round < rounds; round++) {
    const start = performance.now();
    await linter.lint();
    if (round >= 0) times.push(performance.now() - start);
  }
  linter.stop();
  return times;
}

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]?.toFixed(0) ?? "";
const row = (step: string, times: number[]) =>
  console.log(`${step.padEnd(24)}median ${median(times)} ms, best ${Math.min(...times).toFixed(0)} ms`);

try {
  await printed(steps);
  const times = new Map(steps.map((step) => [step, [] as number[]]));
  for (let round = 0; round < Number(options.rounds); round++) {
    const start = performance.now();
    edit(/How many elements a page holds\S*/, `How many elements a page holds${"!".repeat(round + 1)}`);
    for (const [step, at] of await printed(steps)) times.get(step)?.push(at - start);
  }
  for (const [step, all] of times) row(step, all);
  await stop();
  row("lint, a small contract", await lintSmall(Number(options.rounds)));
} finally {
  await stop();
  rmSync(folder, { recursive: true, force: true });
}
