import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "../../server/store/open/embedded.ts";
import { runModel } from "../model/run.ts";
import { startModelServer } from "../model/server.ts";
import { everyOperation } from "../support/operation.ts";
import { serve } from "../support/server.ts";
import { createDriver, createWorkspaces, type Driver } from "./driver.ts";
import { examine } from "./examine.ts";
import { modeNames, type ModeName } from "./mode-names.ts";

/** The bounds of a run. It ends with the first that it reaches. */
export interface Bounds {
  /** The seed of the first round. */
  first: number;
  rounds: number;
  /** The time of its end, in milliseconds. */
  until: number;
}

/** The operations and modes of a run: by default all of them. */
export interface Choice {
  operation: string | undefined;
  mode: ModeName | undefined;
  /** The path of one case in the run of a seed, as fast-check prints it. */
  path: string | undefined;
}

/** Drives the operations one by one. Returns how much was found. */
export async function driveOperations(
  bounds: Bounds,
  choice: Choice,
): Promise<number> {
  const { first, rounds, until } = bounds;
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
    findings += await round(driver, first + done++, until, choice);
  await close();
  await store.close();
  say(`${driver.sent()} requests`, start, first, done, findings);
  return findings;
}

/** One round with a seed; returns how much was found. */
async function round(
  driver: Driver,
  seed: number,
  until: number,
  { operation: id, mode: only, path }: Choice,
): Promise<number> {
  const chosen = everyOperation.filter(
    (operation) => id === undefined || operation.id === id,
  );
  const modes = only === undefined ? modeNames : [only];
  let findings = 0;
  for (const operation of chosen)
    for (const mode of modes) {
      if (Date.now() > until) return findings;
      const report = await examine(driver, operation, mode, {
        seed,
        effort: 1,
        path,
      });
      if (report) console.log(`\n${report.text}`);
      findings += report ? 1 : 0;
    }
  return findings;
}

/**
 * Runs the model until the first finding, as later findings mostly have the same cause. Returns the
 * number of findings.
 */
export async function driveModel({
  first,
  rounds,
  until,
}: Bounds): Promise<number> {
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
