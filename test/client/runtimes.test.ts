import { buildSync } from "esbuild";
import { execFile } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { installClient } from "../support/client-package.ts";
import { startServer } from "../support/server.ts";

/** `npm ci --prefix test/runtimes` installs what is tried here, as CI does; without that, what is absent is skipped. */
const installed = resolve("test/runtimes/node_modules");
const { TEST_RUNTIMES } = process.env;
const has = (path: string) => TEST_RUNTIMES === "required" || existsSync(join(installed, path));

const run = promisify(execFile);
const consumer = installClient();
afterAll(() => consumer.remove());
for (const name of ["program.mjs", "main.mjs"])
  cpSync(join("test/runtimes", name), join(consumer.folder, name));
const server = await startServer();
const apiKey = await server.key(["*"]);
const done = "Ana true not_found evt_1 ConnectionError false";

test.for([
  ["Node 20 or this one", process.execPath, []],
  ["Node 22", "node-22/bin/node", []],
  ["Node 24", "node-24/bin/node", []],
  ["Node 26", "node-26/bin/node", []],
  ["Bun", "@oven/bun-linux-x64/bin/bun", []],
  ["Deno", "@deno/linux-x64-glibc/deno", ["run", "--allow-net", "--no-prompt", "--node-modules-dir=manual"]],
] as const)("runs on %s", async ([, path, flags], { skip }) => {
  const command = resolve(installed, path);
  if (!has(command.replace(`${installed}/`, "")) && path !== process.execPath) return skip();
  const args = [...flags, join(consumer.folder, "main.mjs"), server.address, apiKey];
  const { stdout } = await run(command, args, { cwd: consumer.folder });
  expect(stdout.trim()).toBe(done);
});

test.skipIf(!has("miniflare"))("runs on workerd without flags", async () => {
  const worker = `import { program } from "./program.mjs";
    export default { fetch: async (request, env) => new Response(await program(env.BASE_URL, env.KEY)) };`;
  const bundle = buildSync({
    entryPoints: [consumer.write("worker.mjs", worker)],
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker"],
    write: false,
  });
  const { Miniflare } = createRequire(join(installed, "x.js"))("miniflare");
  const miniflare = new Miniflare({
    modules: true,
    script: bundle.outputFiles[0]?.text,
    compatibilityDate: "2025-01-01",
    bindings: { BASE_URL: server.address, KEY: apiKey },
  });
  try {
    const response = await miniflare.dispatchFetch("http://worker.test/");
    expect(await response.text()).toBe(done);
  } finally {
    await miniflare.dispose();
  }
});

test.skipIf(!has("jest"))("can be required in a test of Jest", async () => {
  const jest = join(installed, "jest/bin/jest.js");
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

test.for(["typescript-5.4/bin/tsc", "typescript-7/bin/tsc"])(
  "%s checks its types, those of the package too",
  async (tsc, { skip }) => {
    if (!has(tsc)) return skip();
    const code = `import { createClient, type CallOptions } from "contacts-client";
    import { verifyWebhook } from "contacts-client/webhooks";
    import { mockFetch } from "contacts-client/testing";
    const signal: AbortSignal | undefined = [new AbortController().signal][0];
    const api = createClient({ apiKey: process.env["API_KEY"], baseUrl: undefined, logger: console });
    const options: CallOptions = { signal, timeout: undefined };
    export const use = [api.contacts.list({}, options).toArray, verifyWebhook, mockFetch] as const;`;
    const file = consumer.write("use.mts", code);
    const options = [
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--verbatimModuleSyntax",
      "--isolatedModules",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom,dom.iterable,dom.asynciterable",
      "--types",
      "node",
    ];
    const { stdout } = await run(process.execPath, [join(installed, tsc), ...options, file], {
      cwd: consumer.folder,
    }).catch((fault: { stdout: string }) => fault);
    expect(stdout).toBe("");
  },
);
