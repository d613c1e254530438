import { existsSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readOptions } from "../options.ts";
import { createApiServer } from "./api-server.ts";
import { createDocsPage } from "./docs-page.ts";
import { createLinter } from "./linter.ts";
import { compilerMemory, createRun, programs } from "./programs.ts";
import { say } from "./report.ts";
import { watchFiles, type Step } from "./saved.ts";
import { createSteps, type Steps } from "./steps.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = `${root}generated/docs`;

/** The files that an edit counts of, by what it asks for. */
const parts: Record<keyof Steps, RegExp> = {
  contract:
    /^openapi\/(openapi\.yaml|examples\/.+\.yaml|introduction\.md|decisions\.md|approved-breaks\.yaml)$/,
  rules: /^redocly\.yaml$|^openapi\/(rules|redocly)\/.+\.(ts|js)$/,
  diffAndDocs: /^CHANGELOG\.md$|^openapi\/((docs|diff)\/.+\.(ts|css|svg)|html\.ts|released\/.+\.yaml)$/,
  code: /^server\/.+\.ts$/,
};
/** This process has loaded them. */
const loaded = /^openapi\/((dev|generate|model)\/.+|options)\.ts$/;

const help = `npm run dev

Lints, generates, compiles, compares, shows and serves at every edit of openapi/ and server/, also of the rules of lint.
The server listens on PORT (3000), the docs on DOCS_PORT (8080).
`;

async function main(): Promise<void> {
  readOptions(help, {});
  /** Ends what runs when the person ends this. */
  const stopping = new AbortController();
  const run = createRun(root, stopping.signal);
  const docs = await createDocsPage(pages, Number(process.env["DOCS_PORT"] || 8080));
  const linter = createLinter(root);
  const server = createApiServer(root, (line) => console.log(`server ${line}`));
  if (!existsSync(`${pages}/index.html`)) await run(programs.docs);
  console.log(
    `The docs are on ${docs.address} and reload by themselves. Edit openapi/ or server/; Ctrl+C ends.`,
  );
  const steps = createSteps({ root, linter, docs, server, run });
  const endWatch = watchFiles(root, ["openapi", "server"], (path) => stepOf(path, steps));
  process.once("exit", () => rmSync(compilerMemory, { force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stopping.abort();
      endWatch();
      docs.stop();
      linter.stop();
      void server.stop().then(() => process.exit(0));
    });
  }
  steps.contract(performance.now());
}

/** What the edit of a file asks for. */
function stepOf(path: string, steps: Steps): Step | undefined {
  const names = ["contract", "rules", "diffAndDocs", "code"] as const;
  const name = names.find((one) => parts[one].test(path));
  if (name) return steps[name];
  if (!loaded.test(path)) return undefined;
  return (since) =>
    say("dev", since, `${path} changed, and this runs with the old one: stop it and start it again`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
