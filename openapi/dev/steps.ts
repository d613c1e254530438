import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiServer } from "./api-server.ts";
import type { Checker } from "./checker.ts";
import type { LiveDocs } from "./live-docs.ts";
import { programs, run, compilerReport, printStep } from "./programs.ts";
import { compilerMemory, type Snapshot } from "./snapshot.ts";

/** The parts of `npm run dev` that the steps use. */
export interface LoopOptions {
  /** The folder of the repository. */
  root: string;
  /** The folder of the snapshots. */
  base: string;
  lint: Checker;
  generator: Checker;
  docs: LiveDocs;
  server: ApiServer;
}

/**
 * A step on a snapshot. It prints its result.
 * @param since the time of the edit, by `performance.now()`
 * @param signal stops the step
 */
export type Step = (
  options: LoopOptions,
  snapshot: Snapshot,
  since: number,
  signal: AbortSignal,
) => Promise<void>;

/** Compares the contract with the release. */
export const compareContracts: Step = async (
  _options,
  { folder },
  since,
  signal,
) => {
  const { code, output } = await run(programs.diff, folder, signal);
  const findings = output
    .split("\n\n")
    .filter((part) => !part.startsWith("added "))
    .join("\n\n");
  if (code === 0) printStep("diff", since, "no caller breaks");
  else if (code === 1)
    printStep("diff", since, "this breaks callers", findings);
  else if (code === 3)
    printStep("diff", since, "no caller breaks, but CI refuses this", findings);
  else printStep("diff", since, "the contracts could not be compared", output);
};

/** Builds the docs, and shows them. */
export const showDocs: Step = async ({ docs }, snapshot, since, signal) => {
  const { code, output } = await run(programs.docs, snapshot.folder, signal);
  if (code !== 0)
    return printStep("docs", since, "the docs stay as they were", output);
  docs.show(snapshot);
  printStep("docs", since, `show ${snapshot.id}`);
};

/** Compiles the code, and starts the server with it. */
export const compileAndServe: Step = async (
  { base, server },
  snapshot,
  since,
  signal,
) => {
  const { code, output } = await compile(base, snapshot, signal);
  const stays = () => {
    const served = server.served();
    return served ? `the server stays on ${served.id}` : "no server runs yet";
  };
  if (code !== 0) {
    const result = `it does not compile; ${stays()}`;
    return printStep("code", since, result, compilerReport(output));
  }
  printStep("code", since, "compiles");
  const isFirst = !server.served();
  try {
    const banner = await server.replace(snapshot, signal);
    const result = `serves ${snapshot.id}${isFirst ? `\n\n${banner}\n` : ""}`;
    printStep("server", since, result);
  } catch (error) {
    signal.throwIfAborted();
    const result = `it does not start; ${stays()}`;
    printStep("server", since, result, (error as Error).message);
  }
};

/** Compiles a snapshot, with the memory of the last run. */
async function compile(
  base: string,
  { folder }: Snapshot,
  signal: AbortSignal,
) {
  const memory = join(base, compilerMemory);
  const copy = join(folder, compilerMemory);
  // The first run has no memory.
  await copyFile(memory, copy).catch(() => undefined);
  const result = await run(programs.compiler, folder, signal);
  await copyFile(copy, memory).catch(() => undefined);
  return result;
}
