import { writeFileSync } from "node:fs";
import { drift, generate } from "../generate/main.ts";
import type { ApiServer } from "./api-server.ts";
import type { DocsPage } from "./docs-page.ts";
import type { Linter, Verdict } from "./linter.ts";
import { programs } from "./programs.ts";
import { createReport, say } from "./report.ts";
import { oneAtATime, type Step } from "./saved.ts";

/** What the steps work with. */
interface Parts {
  /** The folder of the repository, with a slash at the end. */
  root: string;
  linter: Linter;
  docs: DocsPage;
  server: ApiServer;
  run: (args: string[]) => Promise<Verdict>;
}

/** What an edit asks for, by what was edited. */
export interface Steps {
  contract: Step;
  rules: Step;
  diffAndDocs: Step;
  code: Step;
}

/** The steps of `npm run dev`. Each runs once at a time, and once more when it was asked for meanwhile. */
export function createSteps({ root, linter, docs, server, run }: Parts): Steps {
  const report = createReport();
  let rulesChanged = false;

  /** What a person waits for: is it right, and which types follow. Nothing follows from a broken contract. */
  async function check(since: number): Promise<void> {
    if (rulesChanged) linter.stop();
    rulesChanged = false;
    const bad = "the contract is broken; docs and server stay on the last good one";
    if (!report("lint", since, await linter.lint(), { good: "clean", bad })) return;
    const files = await generate();
    const stale = drift(files).filter((name) => files.has(name));
    for (const name of stale) writeFileSync(`${root}generated/${name}`, files.get(name) ?? "");
    say("types", since, stale.length > 0 ? `wrote ${stale.join(", ")}` : "as they were");
    code(since);
    diffAndDocs(since);
  }

  /** What the change means for callers, and how it reads. It does not keep the next edit from being checked. */
  async function show(since: number): Promise<void> {
    const { clean, output } = await run(programs.diff);
    const breaks = output.split("\n\n").filter((part) => !part.startsWith("added "));
    const verdict = { clean, output: breaks.join("\n\n") };
    report("diff", since, verdict, { good: "no caller breaks", bad: "this breaks callers" });
    const built = await run([...programs.docs, "--page-only"]);
    const isBuilt = report("docs", since, built, { good: "reloaded", bad: "the docs stay as they were" });
    if (isBuilt) docs.reload();
  }

  /** Handlers and contract fit, and the server runs with both. */
  async function serve(since: number): Promise<void> {
    const bad = "the code does not compile; the server stays on the last good one";
    if (report("code", since, await run(programs.compiler), { good: "compiles", bad }))
      say("server", since, (await server.restart()).trim());
  }

  const orSay = (step: (since: number) => Promise<void>) =>
    oneAtATime((since) => step(since).catch((error: unknown) => say("failed", since, String(error))));
  const contract = orSay(check);
  const code = orSay(serve);
  const diffAndDocs = orSay(show);
  const rules: Step = (since) => {
    rulesChanged = true;
    contract(since);
  };
  return { contract, rules, diffAndDocs, code };
}
