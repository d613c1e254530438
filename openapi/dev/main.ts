import { watch } from "chokidar";
import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, readOptions } from "../options.ts";
import { createApiServer } from "./api-server.ts";
import { createChecker } from "./checker.ts";
import { createFront } from "./front.ts";
import { createLiveDocs } from "./live-docs.ts";
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
  const { host, port } = addressIn(process.env);
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
    Promise.all([checkers.lint.stop(), checkers.generator.stop()]);
  const report = (line: string) => console.log(`server ${line}`);
  const server = createApiServer({
    root,
    front,
    report,
  });
  const loop = createLoop({ root, base, ...checkers, docs, server });
  const stop = () => {
    loop.stop();
    front.stop();
    void Promise.all([endCheckers(), server.stop()]).then(() =>
      process.exit(0),
    );
  };
  // Set before the next wait: a check process that loads its code would outlive this one.
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
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
    if (filesOfCheckers.test(path)) void endCheckers();
    const works = filesOfCheckers.test(path)
      ? all
      : stepsByFile.find(([file]) => file.test(path))?.[1];
    if (works) void loop.edited(works, since);
  });
  await loop.edited(all, performance.now());
}

/**
 * Returns the host and the port that a person opens. The server checks its other settings.
 * @throws Error when PORT is no port
 */
function addressIn({ HOST, PORT }: NodeJS.ProcessEnv) {
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(
      `PORT must be a whole number from 0 to 65535. It is "${PORT}".`,
    );
  return { host: HOST || "127.0.0.1", port };
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exit(1);
});
