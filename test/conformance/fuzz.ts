import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../openapi/options.ts";
import { openEmbedded } from "../../server/store/database/embedded.ts";
import { createDriver, createWorkspaces, type Driver } from "./driver.ts";
import { examine } from "./examine.ts";
import { modes, type ModeName } from "./modes.ts";
import { runModel } from "../model/run.ts";
import { startModelServer } from "../model/server.ts";
import { everyOperation } from "../support/operation.ts";
import { serve } from "../support/server.ts";

const usage = `npm run fuzz -- [options]   drives every operation of the contract against a server of its own, for half of the
                            time alone and then by the model, where several use all of them at once

  --minutes N     goes on until N minutes are over (default 1)
  --rounds N      instead: this many rounds, each as long as what npm test does; without the model
  --model         the model alone; then a round is one run of it
  --operation ID  only this operation
  --mode NAME     only this mode: ${Object.keys(modes).join(", ")}
  --seed N        repeats what was reported with this seed, with --path and --rounds 1
  --path TEXT     where in that run

It prints each finding with the command that shows it again, and ends with 1 when there is one. The model ends with the first.`;

const options = readOptions(usage, {
  minutes: { type: "string", default: "1" },
  rounds: { type: "string" },
  model: { type: "boolean", default: false },
  operation: { type: "string" },
  mode: { type: "string" },
  seed: { type: "string" },
  path: { type: "string" },
});

/** The operations and the modes of a run. */
const plan = everyOperation
  .filter(({ id }) => (options.operation ?? id) === id)
  .flatMap((operation) =>
    (Object.keys(modes) as ModeName[])
      .filter((mode) => (options.mode ?? mode) === mode)
      .map((mode) => ({ operation, mode })),
  );

/** One round with a seed; returns how much was found. */
async function round(
  driver: Driver,
  seed: number,
  until: number,
): Promise<number> {
  let findings = 0;
  for (const { operation, mode } of plan) {
    if (Date.now() > until) break;
    const report = await examine(driver, operation, mode, {
      seed,
      effort: 1,
      path: options.path,
    });
    if (report) console.log(`\n${report.text}`);
    findings += report ? 1 : 0;
  }
  return findings;
}

function number(name: string, text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new Error(`--${name} must be a number.`);
  return Number(text);
}

/** Drives the operations one by one. Returns how much was found. */
async function driveOperations(
  first: number,
  rounds: number,
  until: number,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "contacts-fuzz-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = await openEmbedded(folder);
  const { address, cipher, close } = await serve({
    store,
    trustProxy: true,
    localWebhooks: true,
  });
  const driver = createDriver(
    { address },
    await createWorkspaces({ address, store, cipher }),
  );
  const start = Date.now();
  let [findings, done] = [0, 0];
  while (done < rounds && Date.now() < until)
    findings += await round(driver, first + done++, until);
  await close();
  await store.close();
  say(`${driver.sent()} requests`, start, first, done, findings);
  return findings;
}

/**
 * Has several use them at once, until something is found: what follows would mostly be found for
 * the same reason. Returns how much.
 */
async function driveModel(
  first: number,
  rounds: number,
  until: number,
): Promise<number> {
  const server = await startModelServer();
  const start = Date.now();
  let [findings, done] = [0, 0];
  while (findings === 0 && done < rounds && Date.now() < until) {
    const finding = await runModel(server, first + done++);
    if (finding === undefined) continue;
    console.log(`\n${finding}`);
    findings++;
  }
  await server.stop();
  say(`${done} runs of the model`, start, first, done, findings);
  return findings;
}

function say(
  what: string,
  start: number,
  first: number,
  done: number,
  findings: number,
): void {
  const seconds = Math.round((Date.now() - start) / 1000);
  console.log(
    `\n${what} in ${seconds} s, seeds ${first} to ${first + done - 1}: ${findings} findings`,
  );
}

async function main(): Promise<void> {
  if (plan.length === 0)
    throw new Error(`There is no such operation or mode.\n\n${usage}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => process.exit(1));
  const start = Date.now();
  const rounds =
    options.rounds === undefined ? Infinity : number("rounds", options.rounds);
  const time =
    rounds === Infinity
      ? number("minutes", options.minutes) * 60_000
      : Infinity;
  const first = number("seed", options.seed ?? String(start % 2 ** 31));
  const isPart =
    rounds !== Infinity ||
    options.operation !== undefined ||
    options.mode !== undefined;
  const half = isPart ? time : time / 2;
  let findings = 0;
  if (!options.model)
    findings += await driveOperations(first, rounds, start + half);
  if (options.model || !isPart)
    findings += await driveModel(first, rounds, start + time);
  process.exitCode = findings > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
