import { buildSync } from "esbuild";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { bun, deno, jest, load, miniflare, nodes } from "./runtimes.ts";
import { installClient } from "./client-package.ts";
import { startServer } from "../support/server.ts";

const run = promisify(execFile);
const consumer = await installClient();
afterAll(() => consumer.remove());
for (const name of ["program.mjs", "main.mjs"])
  cpSync(join("test/runtimes", name), join(consumer.folder, name));
const server = await startServer();
const apiKey = await server.key(["*"]);
const done = "Ana true not_found evt_1 ConnectionError false";

const denoFlags = ["run", "--allow-net", "--no-prompt", "--node-modules-dir=manual"];
const programs: [program: string | undefined, flags: string[]][] = [
  ...nodes.map((node): [string, string[]] => [node, []]),
  [bun, []],
  [deno, denoFlags],
];

test.for(programs)("runs on %s", async ([program, flags], { skip }) => {
  if (program === undefined) return skip();
  const args = [...flags, join(consumer.folder, "main.mjs"), server.address, apiKey];
  const { stdout } = await run(program, args, { cwd: consumer.folder });
  expect(stdout.trim()).toBe(done);
});

test.skipIf(miniflare === undefined)("runs on workerd without flags", async () => {
  const worker = `import { program } from "./program.mjs";
    export default { fetch: async (request, env) => new Response(await program(env.BASE_URL, env.KEY)) };`;
  const bundle = buildSync({
    entryPoints: [consumer.write("worker.mjs", worker)],
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker"],
    write: false,
  });
  const { Miniflare } = load("miniflare");
  const runtime = new Miniflare({
    modules: true,
    script: bundle.outputFiles[0]?.text,
    compatibilityDate: "2025-01-01",
    bindings: { BASE_URL: server.address, KEY: apiKey },
  });
  try {
    const response = await runtime.dispatchFetch("http://worker.test/");
    expect(await response.text()).toBe(done);
  } finally {
    await runtime.dispose();
  }
});

test("can be required in a test of Jest", async ({ skip }) => {
  if (jest === undefined) return skip();
  consumer.write("package.json", "{}");
  consumer.write(
    "use.test.js",
    `const { createClient, isApiError } = require("contacts-client");
     const { mockFetch } = require("contacts-client/testing");
     test("a mock", async () => {
       const body = { error: { code: "not_found", message: "m" } };
       const fetch = mockFetch({ "GET /v1/contacts/{id}": () => ({ status: 404, body }) });
       const api = createClient({ apiKey: "x", baseUrl: "http://x.test", fetch });
       const error = await api.contacts.get("x").catch((thrown) => thrown);
       expect(isApiError(error, "not_found")).toBe(true);
     });
     test("the API", async () => {
       const api = createClient({ apiKey: "${apiKey}", baseUrl: "${server.address}" });
       expect((await api.contacts.list()).has_more).toBe(false);
     });`,
  );
  const { stderr } = await run(process.execPath, [jest, "--ci"], { cwd: consumer.folder });
  expect(stderr).toMatch(/Tests: +2 passed/);
});
