import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ApiServer } from "./api-server.ts";
import type { Checker } from "./checker.ts";
import type { LiveDocs } from "./front.ts";
import { programs, run, compilerReport, printStep } from "./programs.ts";
import {
  compilerMemory,
  idOf,
  makeSnapshot,
  readSources,
  writeSources,
  type Checked,
  type Snapshot,
} from "./snapshot.ts";

/** A step after an edit: lint and generation, the diff with the release, the docs, or the server. */
export type Work = "check" | "diff" | "docs" | "code";

interface LoopOptions {
  /** The folder of the repository. */
  root: string;
  /** The folder of the snapshots. */
  base: string;
  lint: Checker;
  generator: Checker;
  docs: LiveDocs;
  server: ApiServer;
}

/** Creates the loop of steps after edits. All steps except lint work on snapshots. A newer snapshot stops running steps. */
export function createLoop({
  root,
  base,
  lint: linter,
  generator,
  docs,
  server,
}: LoopOptions) {
  /** Step → number of the last edit that needs it. */
  const pending = new Map<Work, number>();
  let good: Checked | undefined;
  let edits = 0;
  let newer = new AbortController();

  /** Lints the contract and generates from it. Returns true when both succeed. */
  async function check(
    since: number,
    isLatest: () => boolean,
  ): Promise<boolean> {
    const last = good
      ? `the last good contract is ${good.id}`
      : "there is no good contract yet";
    if (!existsSync(join(root, "openapi/openapi.yaml"))) {
      printStep("lint", since, `there is no openapi/openapi.yaml; ${last}`);
      return false;
    }
    const sources = readSources(root);
    const id = idOf(sources);
    const folder = join(base, "checked");
    writeSources(folder, sources);
    const generated = generator.check(folder, isLatest);
    const lint = await linter.check(folder, isLatest);
    if (!lint || !isLatest()) return false;
    const broken = lint.ok === undefined ? "could not be checked" : "is broken";
    printStep(
      "lint",
      since,
      `${id} ${lint.ok ? "is clean" : `${broken}; ${last}`}`,
      lint.output,
    );
    const generation = lint.ok ? await generated : lint;
    if (!generation || !isLatest()) return false;
    pending.delete("check");
    if (!lint.ok) return false;
    if (!generation.ok)
      printStep(
        "types",
        since,
        `${id} cannot be generated from; ${last}`,
        generation.output,
      );
    if (!generation.ok) return false;
    good = { id, sources, files: generation.files };
    const written = writeGenerated(join(root, "generated"), good);
    printStep(
      "types",
      since,
      written.length > 0 ? `wrote ${written.join(", ")}` : "as they were",
    );
    return true;
  }

  /** Compares the contract with the release. */
  async function compare(
    { folder }: Snapshot,
    since: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { code, output } = await run(programs.diff, folder, signal);
    const findings = output
      .split("\n\n")
      .filter((part) => !part.startsWith("added "));
    const [result, wrong] = results.get(code) ?? [
      "the contracts could not be compared",
      output,
    ];
    printStep("diff", since, result, wrong ?? findings.join("\n\n"));
  }

  /** Builds the docs, and shows them. */
  async function show(
    snapshot: Snapshot,
    since: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { code, output } = await run(programs.docs, snapshot.folder, signal);
    if (code !== 0)
      return printStep("docs", since, "the docs stay as they were", output);
    docs.show(snapshot);
    printStep("docs", since, `show ${snapshot.id}`);
  }

  /** Compiles the code, and starts the server with it. */
  async function serve(
    snapshot: Snapshot,
    since: number,
    signal: AbortSignal,
  ): Promise<void> {
    const memory = join(snapshot.folder, compilerMemory);
    await copyFile(join(base, compilerMemory), memory).catch(() => undefined);
    const { code, output } = await run(
      programs.compiler,
      snapshot.folder,
      signal,
    );
    await copyFile(memory, join(base, compilerMemory)).catch(() => undefined);
    const stays = () =>
      server.served()
        ? `the server stays on ${server.served()?.id}`
        : "no server runs yet";
    if (code !== 0)
      return printStep(
        "code",
        since,
        `it does not compile; ${stays()}`,
        compilerReport(output),
      );
    printStep("code", since, "compiles");
    const before = server.served();
    await server.replace(snapshot, signal).then(
      (banner) =>
        printStep(
          "server",
          since,
          `serves ${snapshot.id}${before ? "" : `\n\n${banner}\n`}`,
        ),
      (error: Error) => {
        signal.throwIfAborted();
        printStep(
          "server",
          since,
          `it does not start; ${stays()}`,
          error.message,
        );
      },
    );
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
    const work = async (name: Work, step: typeof show) => {
      if (!requested.has(name) || signal.aborted) return;
      await step(snapshot, since, signal);
      if (!signal.aborted && pending.get(name) === requested.get(name))
        pending.delete(name);
    };
    const callers = work("diff", compare).then(() => work("docs", show));
    await Promise.all([work("code", serve), callers]);
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

  /** Runs the steps that an edit needs. Replaces those of an earlier edit. */
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
      printStep(
        "failed",
        since,
        error instanceof Error ? (error.stack ?? "") : String(error),
      );
    }
  }
  const stop = () => {
    edits += 1;
    newer.abort();
  };
  return { edited, stop };
}

/** Exit code of `npm run diff` → result. An empty second text hides the output. */
const results = new Map<number | null, [result: string, wrong?: ""]>([
  [0, ["no caller breaks", ""]],
  [1, ["this breaks callers"]],
  [3, ["no caller breaks, but CI refuses this"]],
]);

/** Writes the generated files that differ. Returns their names. */
function writeGenerated(folder: string, { files }: Checked): string[] {
  const stale = files.filter(([name, content]) => {
    const file = join(folder, name);
    return !existsSync(file) || readFileSync(file, "utf8") !== content;
  });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of stale)
    writeFileSync(join(folder, name), content);
  return stale.map(([name]) => name);
}
