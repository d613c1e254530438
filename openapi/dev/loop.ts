import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../options.ts";
import { checkContract } from "./check-contract.ts";
import { printStep } from "./programs.ts";
import { makeSnapshot, type Checked } from "./snapshot.ts";
import {
  compareContracts,
  compileAndServe,
  showDocs,
  type LoopOptions,
  type Step,
} from "./steps.ts";

/**
 * A step after an edit: lint and generation, the diff with the release, the docs, or the server.
 */
export type Work = "check" | "diff" | "docs" | "code";

/**
 * Creates the loop of steps after edits. All steps except lint work on snapshots. A newer snapshot
 * stops running steps.
 */
export function createLoop(options: LoopOptions) {
  const { root, base, docs, server } = options;
  /** Step → number of the last edit that needs it. */
  const pending = new Map<Work, number>();
  /** The last contract that passed lint. */
  let good: Checked | undefined;
  let edits = 0;
  let newer = new AbortController();

  /** Checks the contract. Returns true when it is good. */
  async function check(
    since: number,
    isLatest: () => boolean,
  ): Promise<boolean> {
    const result = await checkContract(options, good, since, isLatest);
    if (!result) return false;
    pending.delete("check");
    if (!result.checked) return false;
    good = result.checked;
    return true;
  }

  /** Runs the pending steps with a checked contract. */
  async function follow(
    checked: Checked,
    since: number,
    signal: AbortSignal,
  ): Promise<void> {
    const requested = new Map(pending);
    const snapshot = {
      id: checked.id,
      folder: await makeSnapshot(root, base, checked),
    };
    const work = async (name: Work, step: Step) => {
      if (!requested.has(name) || signal.aborted) return;
      await step(options, snapshot, since, signal);
      if (!signal.aborted && pending.get(name) === requested.get(name))
        pending.delete(name);
    };
    const callers = work("diff", compareContracts).then(() =>
      work("docs", showDocs),
    );
    await Promise.all([work("code", compileAndServe), callers]);
    if (signal.aborted) return;
    const used = [snapshot, server.served(), docs.current()].map(
      (each) => each?.folder,
    );
    const old = readdirSync(base).map((name) => join(base, name));
    for (const folder of old.filter(
      (path) => path.includes("snapshot-") && !used.includes(path),
    ))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs the steps that an edit needs. Stops the steps of an earlier edit. */
  async function edited(works: Work[], since: number): Promise<void> {
    edits += 1;
    const edit = edits;
    works.forEach((work) => pending.set(work, edit));
    const isLatest = () => edit === edits;
    let signal: AbortSignal | undefined;
    try {
      if (pending.has("check") && !(await check(since, isLatest))) return;
      if (!good || !isLatest()) return;
      newer.abort();
      newer = new AbortController();
      signal = newer.signal;
      await follow(good, since, signal);
    } catch (error) {
      if (signal?.aborted) return;
      printStep("failed", since, messageOf(error));
    }
  }
  const stop = () => {
    edits += 1;
    newer.abort();
  };
  return { edited, stop };
}
