import { execFile } from "node:child_process";
import { existsSync, watch, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { drift, generate } from "../tools/generate.ts";
import { createApiServer } from "./api-server.ts";
import { createDocsPage } from "./docs-page.ts";
import { createLinter } from "./linter.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = `${root}generated/docs`;
/** The files in openapi/ that the docs are made from. */
const sources = ["openapi.yaml", "introduction.md", "decisions.md"];
const run = promisify(execFile);
const docsCommand = ["--import", "tsx", "openapi/docs/main.ts"];

/** One line for each step: what it made, and how long after the edit. */
const say = (step: string, since: number, result: string) =>
  console.log(`${step.padEnd(7)}${String(Math.round(performance.now() - since)).padStart(6)} ms  ${result}`);

async function main(): Promise<void> {
  const linter = createLinter(root);
  const server = createApiServer(root);
  if (!existsSync(`${pages}/index.html`)) await run(process.execPath, docsCommand, { cwd: root });
  const docs = await createDocsPage(pages, Number(process.env["DOCS_PORT"] || 8080));
  console.log(
    `The docs are on ${docs.address} and reload by themselves. Edit openapi/openapi.yaml; Ctrl+C ends.`,
  );

  /** What a person waits for: is it right, and which types follow. Nothing follows from a broken contract. */
  async function check(since: number): Promise<void> {
    const { clean, output } = await linter.lint();
    if (!clean) {
      say(
        "lint",
        since,
        `the contract is broken; docs and server stay on the last good one\n\n${output.trim()}\n`,
      );
      return;
    }
    say("lint", since, "clean");
    const files = await generate();
    const stale = drift(files).filter((name) => files.has(name));
    for (const name of stale) writeFileSync(`${root}generated/${name}`, files.get(name) ?? "");
    say("types", since, stale.length > 0 ? `wrote ${stale.join(", ")}` : "as they were");
    follow(since);
  }

  /** What takes seconds, and does not keep the next edit from being checked. */
  async function show(since: number): Promise<void> {
    await run(process.execPath, [...docsCommand, "--page-only"], { cwd: root });
    docs.reload();
    say("docs", since, "reloaded");
    say("server", since, (await server.restart()).trim());
  }

  const follow = oneAtATime(show);
  const edited = oneAtATime(check);
  const watcher = watch(`${root}openapi`, (_, name) => {
    if (name !== null && sources.includes(name)) edited(performance.now());
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      watcher.close();
      docs.stop();
      linter.stop();
      void server.stop().then(() => process.exit(0));
    });
  }
  edited(performance.now());
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
