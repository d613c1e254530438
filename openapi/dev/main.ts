import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drift, generate } from "../tools/generate.ts";
import { createApiServer } from "./api-server.ts";
import { createDocsPage } from "./docs-page.ts";
import { createLinter, type Verdict } from "./linter.ts";
import { readOptions } from "../options.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = `${root}generated/docs`;
/** The files in openapi/ that checks and docs are made from. */
const sources = ["openapi.yaml", "introduction.md", "decisions.md", "approved-breaks.yaml"];
const compiler = [
  "node_modules/typescript-7/bin/tsc",
  ...["--pretty", "false", "--incremental"],
  ...["--tsBuildInfoFile", `${tmpdir()}/contacts-dev-${process.pid}.tsbuildinfo`],
];
const gate = [
  ...["--import", "tsx", "openapi/gate/main.ts"],
  ...["openapi/released/openapi.yaml", "openapi/openapi.yaml"],
  ...["--approvals", "openapi/approved-breaks.yaml"],
];
const docsCommand = ["--import", "tsx", "openapi/docs/main.ts"];
/** How long no file is written before an edit counts as saved, in milliseconds: editors write a file in parts. */
const settled = 40;

/** Ends what runs when the person ends this. */
const stopping = new AbortController();

/** Runs a program of this repository to its end. */
const run = (args: string[]): Promise<Verdict> =>
  promisify(execFile)(process.execPath, args, {
    cwd: root,
    maxBuffer: Infinity,
    signal: stopping.signal,
  }).then(
    ({ stdout }) => ({ clean: true, output: stdout.trim() }),
    ({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }) => ({
      clean: false,
      output: `${stdout}\n${stderr}`.trim(),
    }),
  );

/** One line for each step: what it made, and how long after the edit. */
const say = (step: string, since: number, result: string) =>
  console.log(`${step.padEnd(7)}${String(Math.round(performance.now() - since)).padStart(6)} ms  ${result}`);

/** What each step found at the edit before. */
const found = new Map<string, string>();

/** Prints the faults of a step, once while they stay the same. @returns whether there are none */
function report(step: string, since: number, { clean, output }: Verdict, good: string, bad: string): boolean {
  if (clean) say(step, since, good);
  else if (found.get(step) === output) say(step, since, `${bad}: as before`);
  else say(step, since, `${bad}\n\n${output.trim()}\n`);
  found.set(step, clean ? "" : output);
  return clean;
}

const help = `npm run dev

Lints, generates, compiles, compares, shows and serves at every edit of openapi/ and server/. The server listens on PORT
(3000), the docs on DOCS_PORT (8080).
`;

async function main(): Promise<void> {
  readOptions(help, {});
  const docs = await createDocsPage(pages, Number(process.env["DOCS_PORT"] || 8080));
  const linter = createLinter(root);
  const server = createApiServer(root, (line) => console.log(`server ${line}`));
  if (!existsSync(`${pages}/index.html`)) await run(docsCommand);
  console.log(
    `The docs are on ${docs.address} and reload by themselves. Edit openapi/openapi.yaml or server/; Ctrl+C ends.`,
  );

  /** What a person waits for: is it right, and which types follow. Nothing follows from a broken contract. */
  async function check(since: number): Promise<void> {
    const verdict = await linter.lint();
    if (
      !report(
        "lint",
        since,
        verdict,
        "clean",
        "the contract is broken; docs and server stay on the last good one",
      )
    )
      return;
    const files = await generate();
    const stale = drift(files).filter((name) => files.has(name));
    for (const name of stale) writeFileSync(`${root}generated/${name}`, files.get(name) ?? "");
    say("types", since, stale.length > 0 ? `wrote ${stale.join(", ")}` : "as they were");
    coded(since);
    follow(since);
  }

  /** What the change means for callers, and how it reads. It does not keep the next edit from being checked. */
  async function show(since: number): Promise<void> {
    report("diff", since, await run(gate), "no caller breaks", "this breaks callers");
    const built = await run([...docsCommand, "--page-only"]);
    if (report("docs", since, built, "reloaded", "the docs stay as they were")) docs.reload();
  }

  /** Handlers and contract fit, and the server runs with both. */
  async function serve(since: number): Promise<void> {
    const verdict = await run(compiler);
    if (
      report(
        "code",
        since,
        verdict,
        "compiles",
        "the code does not compile; the server stays on the last good one",
      )
    )
      say("server", since, (await server.restart()).trim());
  }

  const follow = oneAtATime(show);
  const coded = oneAtATime(serve);
  const edited = oneAtATime(check);
  const ofContract = whenSaved(
    sources.map((name) => `${root}openapi/${name}`),
    edited,
  );
  const watchers = [
    watch(`${root}openapi`, (_, name) => name !== null && sources.includes(name) && ofContract()),
    watch(`${root}server`, { recursive: true }, (_, name) => {
      if (name?.endsWith(".ts")) whenSaved([`${root}server/${name}`], coded)();
    }),
  ];
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopping.abort();
      for (const watcher of watchers) watcher.close();
      docs.stop();
      linter.stop();
      void server.stop().then(() => process.exit(0));
    });
  }
  edited(performance.now());
}

const timers = new Map<string, NodeJS.Timeout>();
const contents = new Map<string, string>();

/** Runs the step when files are saved: not before they are written to the end, and not when nothing changed in them. */
function whenSaved(files: string[], step: (since: number) => void): () => void {
  const name = files.join();
  const read = () => {
    const hash = createHash("sha256");
    for (const file of files) if (existsSync(file)) hash.update(readFileSync(file));
    return hash.digest("hex");
  };
  return () => {
    const since = performance.now();
    clearTimeout(timers.get(name));
    timers.set(
      name,
      setTimeout(() => {
        const content = read();
        if (contents.get(name) === content) return;
        contents.set(name, content);
        step(since);
      }, settled),
    );
  };
}

/** Runs the step, and once more when it was asked for meanwhile. */
function oneAtATime(step: (since: number) => Promise<void>): (since: number) => void {
  let wanted: number | undefined;
  let busy = false;
  const work = async () => {
    busy = true;
    while (wanted !== undefined) {
      const since = wanted;
      wanted = undefined;
      await step(since).catch((error: unknown) => say("failed", since, String(error)));
    }
    busy = false;
  };
  return (since) => {
    wanted ??= since;
    if (!busy) void work();
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
