import { watch } from "chokidar";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readSettings } from "../../server/settings/settings.ts";
import { messageOf, readOptions } from "../options.ts";
import { createApiServer } from "./api-server.ts";
import { createChecker } from "./checker.ts";
import { createFront, createLiveDocs } from "./front.ts";
import { createLoop, type Work } from "./loop.ts";
import { printStep } from "./programs.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Pattern of a file → the steps after its edit. The first match counts. */
const stepsByFile: [file: RegExp, works: Work[]][] = [
  [
    /^openapi\/(openapi\.yaml|examples\/.+\.yaml|introduction\.md|decisions\.md|approved-breaks\.yaml)$/,
    ["check", "diff", "docs", "code"],
  ],
  [
    /^CHANGELOG\.md$|^openapi\/((docs|diff)\/.+\.(ts|css|svg|md)|html\.ts|released\/.+\.yaml)$/,
    ["diff", "docs"],
  ],
  [/^server\/.+\.ts$/, ["code"]],
];
/** Files that the check processes have loaded. */
const filesOfCheckers =
  /^redocly\.yaml$|^openapi\/(rules|lint|generate|model)\/.+\.(ts|js)$/;
/** Files that this process has loaded. */
const filesOfDev = /^openapi\/(dev\/.+|options)\.ts$/;

const help = `npm run dev

Runs lint, generator, compiler, diff, docs and server after every edit of openapi/ and server/, the rules of lint included.
API and docs are on PORT (3000). Each response has the header X-Contract, the start of the contract's SHA-256.
`;

async function main(): Promise<void> {
  readOptions(help, {});
  const { host, port, databaseUrl } = readSettings(process.env);
  const base = realpathSync(mkdtempSync(join(tmpdir(), "contacts-dev-")));
  process.once("exit", () =>
    rmSync(base, { recursive: true, force: true, maxRetries: 5 }),
  );
  const docs = createLiveDocs();
  const front = await createFront(docs, host, port);
  const checkers = {
    lint: createChecker("lint"),
    generator: createChecker("generate"),
  };
  const endCheckers = () =>
    Object.values(checkers).forEach((checker) => checker.stop());
  const report = (line: string) => console.log(`server ${line}`);
  const server = createApiServer({
    root,
    front,
    isEmbedded: databaseUrl === undefined,
    report,
  });
  const loop = createLoop({ root, base, ...checkers, docs, server });
  console.log(
    `API and docs: ${front.address}, ${front.address}/docs/, which reload. Ctrl+C ends.`,
  );
  const all: Work[] = ["check", "diff", "docs", "code"];
  // An editor writes a file in parts.
  const awaitWriteFinish = { stabilityThreshold: 10, pollInterval: 10 };
  const watched = ["openapi", "server", "redocly.yaml", "CHANGELOG.md"];
  const watcher = watch(watched, {
    cwd: root,
    ignoreInitial: true,
    awaitWriteFinish,
  });
  await once(watcher, "ready");
  watcher.on("all", (_, saved) => {
    const path = saved.replaceAll("\\", "/");
    const since = performance.now();
    if (filesOfDev.test(path))
      return printStep(
        "dev",
        since,
        `${path} changed, and this runs with the old one: start it again`,
      );
    if (filesOfCheckers.test(path)) endCheckers();
    const works = filesOfCheckers.test(path)
      ? all
      : stepsByFile.find(([file]) => file.test(path))?.[1];
    if (works) void loop.edited(works, since);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      loop.stop();
      void watcher.close();
      front.stop();
      endCheckers();
      void server.stop().then(() => process.exit(0));
    });
  }
  await loop.edited(all, performance.now());
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
