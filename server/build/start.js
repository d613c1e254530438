import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import module from "node:module";
import { setPriority } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { requireNode, requirePackages } from "./requirements.js";

// What `npm start` runs: it serves as soon as it can, and only then builds the docs. Plain JavaScript, so that an older Node
// gets its one line, and nothing is compiled at a start that finds all of it made.
requireNode();
requirePackages();
const { begin, cache, generate, isGenerated, isUpToDate } =
  await import("../../openapi/up-to-date.js");
const root = fileURLToPath(new URL("../../", import.meta.url));

if (!isGenerated()) {
  console.log(
    "openapi/openapi.yaml has changed: checking it and generating files from it ...",
  );
  generate();
}
const hasDocs = isUpToDate("docs");
// The server says that they are being built as long as this file is not there. One that already runs keeps its docs when this
// one does not start.
const built = `${root}generated/docs/SHA256SUMS`;
const stale = !hasDocs && existsSync(built) ? readFileSync(built) : undefined;
const restore = () => stale && writeFileSync(built, stale);
if (stale) rmSync(built);
process.once("exit", restore);
if (!isUpToDate("server")) {
  console.log("Compiling the server ...");
  const note = begin("server");
  const { bundleServer } = await import("./bundle-server.js");
  for (const old of ["server", "compiled"])
    rmSync(`${root}${cache}/${old}`, { recursive: true, force: true });
  await bundleServer(`${root}${cache}`, { isHere: true });
  note();
}
// Node 22.8 and later keep the code that V8 compiled, which saves a quarter of a start.
if (
  "enableCompileCache" in module &&
  typeof module.enableCompileCache === "function"
)
  module.enableCompileCache(`${root}${cache}/compiled`);
await import(pathToFileURL(`${root}${cache}/server/main.js`).href);
process.off("exit", restore);
if (!hasDocs) buildDocs();

/** Builds the docs beside the server, which comes first. They end with it. */
function buildDocs() {
  console.log("Building the docs in the background ...");
  const build = spawn(
    process.execPath,
    ["--import", "tsx", "openapi/docs/main.ts"],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  if (build.pid !== undefined) setPriority(build.pid, 10);
  build.unref();
  process.once("exit", () => build.kill());
}
