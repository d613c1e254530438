import { execFile } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drift, generate } from "../tools/generate.ts";
import { createApiServer } from "./api-server.ts";
import { createDocsPage } from "./docs-page.ts";
import { createLinter, type Verdict } from "./linter.ts";
import { readOptions } from "../options.ts";
import { oneAtATime, watchFiles, type Step } from "./saved.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = `${root}generated/docs`;
/** The files that an edit counts of, by what it asks for. */
const parts = {
  contract: /^openapi\/(openapi\.yaml|introduction\.md|decisions\.md|approved-breaks\.yaml)$/,
  rules: /^redocly\.yaml$|^openapi\/((rules|decorators)\/.+|faults-of-file|plugin|redocly)\.ts$/,
  gateAndDocs: /^CHANGELOG\.md$|^openapi\/((docs|gate)\/.+\.(ts|css|svg)|html\.ts|released\/.+\.yaml)$/,
  code: /^server\/.+\.ts$/,
  /** This process has loaded them. */
  loaded: /^openapi\/((dev|document|tools)\/.+|options|prose)\.ts$/,
};
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

Lints, generates, compiles, compares, shows and serves at every edit of openapi/ and server/, also of the rules of lint.
The server listens on PORT (3000), the docs on DOCS_PORT (8080).
`;

async function main(): Promise<void> {
  readOptions(help, {});
  const docs = await createDocsPage(pages, Number(process.env["DOCS_PORT"] || 8080));
  const linter = createLinter(root);
  let rulesChanged = false;
  const server = createApiServer(root, (line) => console.log(`server ${line}`));
  if (!existsSync(`${pages}/index.html`)) await run(docsCommand);
  console.log(
    `The docs are on ${docs.address} and reload by themselves. Edit openapi/ or server/; Ctrl+C ends.`,
  );

  /** What a person waits for: is it right, and which types follow. Nothing follows from a broken contract. */
  async function check(since: number): Promise<void> {
    if (rulesChanged) linter.stop();
    rulesChanged = false;
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
    const { clean, output } = await run(gate);
    const breaks = output.split("\n\n").filter((part) => !part.startsWith("added "));
    report("diff", since, { clean, output: breaks.join("\n\n") }, "no caller breaks", "this breaks callers");
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

  const failed = (step: (since: number) => Promise<void>) =>
    oneAtATime((since) => step(since).catch((error: unknown) => say("failed", since, String(error))));
  const follow = failed(show);
  const coded = failed(serve);
  const edited = failed(check);
  const linted: Step = (since) => {
    rulesChanged = true;
    edited(since);
  };
  const restarted = (path: string) => (since: number) =>
    say("dev", since, `${path} changed, and this runs with the old one: stop it and start it again`);

  const endWatch = watchFiles(root, ["openapi", "server"], (path) => {
    if (parts.contract.test(path)) return edited;
    if (parts.rules.test(path)) return linted;
    if (parts.gateAndDocs.test(path)) return follow;
    if (parts.code.test(path)) return coded;
    return parts.loaded.test(path) ? restarted(path) : undefined;
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopping.abort();
      endWatch();
      docs.stop();
      linter.stop();
      void server.stop().then(() => process.exit(0));
    });
  }
  edited(performance.now());
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
