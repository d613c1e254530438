import { buildSync } from "esbuild";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startServer } from "../support/server.ts";
import {
  bun,
  deno,
  hono,
  installClient,
  jest,
  jsdom,
  load,
  miniflare,
  nodes,
} from "./client-package.ts";

const run = promisify(execFile);
const consumer = await installClient();
const server = await startServer();
const env = {
  CONTACTS_BASE_URL: server.address,
  CONTACTS_API_KEY: await server.key(["*"]),
};

test.each(nodes)(
  "%s imports and requires it, and each copy knows the errors of both",
  async (node) => {
    const code = `import { createRequire } from "node:module";
    import { createClient, isApiError } from "contacts-client";
    const required = createRequire(import.meta.url)("contacts-client");
    const options = { apiKey: "x", baseUrl: process.env.CONTACTS_BASE_URL };
    const errors = [createClient(options), required.createClient(options)].map(({ me }) => me.get().catch((error) => error));
    for (const error of await Promise.all(errors))
      console.log(isApiError(error, "unauthorized"), required.isApiError(error, "unauthorized"), required.isCallError(error));`;
    const { stdout } = await run(node, [consumer.write("both.mjs", code)], {
      env,
    });
    expect(stdout).toBe("true true true\n".repeat(2));
  },
);

test("an uncaught error shows short lines, who awaited the call, and with source maps the source", async () => {
  const code = `const { createClient } = require("contacts-client");
    const { contacts } = createClient({ apiKey: "contacts_live_x", baseUrl: process.env.CONTACTS_BASE_URL, retries: 0 });
    async function readContact() { await contacts.get("x"); }
    readContact();`;
  const file = consumer.write("uncaught.cjs", code);
  const failed = await run(process.execPath, ["--enable-source-maps", file], {
    env,
  }).catch((thrown: { stderr: string }) => thrown);
  expect(
    Math.max(...failed.stderr.split("\n").map((line) => line.length)),
  ).toBeLessThan(250);
  expect(failed.stderr).toMatch(
    /UnauthorizedError: GET [^]*src\/client\/call\.ts:\d+[^]*at async readContact/,
  );
});

/** The output of test/runtimes/program.mjs. */
const done = "Ana true not_found evt_1 ConnectionError false";

cpSync("test/runtimes/program.mjs", join(consumer.folder, "program.mjs"));
const main = consumer.write(
  "main.mjs",
  `import { program } from "./program.mjs";
   console.log(await program(...(globalThis.Deno?.args ?? process.argv.slice(2))));`,
);
const denoFlags = [
  "run",
  "--allow-net",
  "--no-prompt",
  "--node-modules-dir=manual",
];
const runtimes: [program: string | undefined, flags: string[]][] = [
  ...nodes.map((node): [string, string[]] => [node, []]),
  [bun, []],
  [deno, denoFlags],
];

test.for(runtimes)("runs on %s", async ([program, flags], { skip }) => {
  if (program === undefined) return skip();
  const args = [...flags, main, env.CONTACTS_BASE_URL, env.CONTACTS_API_KEY];
  const { stdout } = await run(program, args, { cwd: consumer.folder });
  expect(stdout.trim()).toBe(done);
});

test.skipIf(miniflare === undefined)(
  "runs on workerd without flags",
  async () => {
    const worker = `import { program } from "./program.mjs";
    export default { fetch: async (request, env) => new Response(await program(env.CONTACTS_BASE_URL, env.KEY)) };`;
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
      bindings: {
        CONTACTS_BASE_URL: env.CONTACTS_BASE_URL,
        KEY: env.CONTACTS_API_KEY,
      },
    });
    try {
      const response = await runtime.dispatchFetch("http://worker.test/");
      expect(await response.text()).toBe(done);
    } finally {
      await runtime.dispose();
    }
  },
);

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
       const api = createClient({ apiKey: process.env.CONTACTS_API_KEY, baseUrl: process.env.CONTACTS_BASE_URL });
       expect((await api.contacts.list()).has_more).toBe(false);
     });`,
  );
  const options = { cwd: consumer.folder, env: { ...process.env, ...env } };
  const { stderr } = await run(process.execPath, [jest, "--ci"], options);
  expect(stderr).toMatch(/Tests: +2 passed/);
});

test("runs in a test of Jest with jsdom, which has no fetch, Request or Response", async ({
  skip,
}) => {
  if (jest === undefined || jsdom === undefined) return skip();
  consumer.write("package.json", "{}");
  consumer.write(
    "browser.test.js",
    `const { createClient } = require("contacts-client");
     const { example, mockFetch } = require("contacts-client/testing");
     test("a mock", async () => {
       expect(typeof Request).toBe("undefined");
       const fetch = mockFetch({
         "POST /v1/contacts": ({ body }) => ({ status: 201, body: { data: example("Contact", body) } }),
       });
       const options = { apiKey: "x", baseUrl: "http://x.test", fetch, dangerouslyAllowBrowser: true };
       const { contacts } = createClient(options);
       expect((await contacts.create({ name: "Eva", email: "eva@example.com" })).name).toBe("Eva");
     });`,
  );
  const args = [jest, "--ci", "--env", jsdom, "browser"];
  const { stderr } = await run(process.execPath, args, {
    cwd: consumer.folder,
  });
  expect(stderr).toMatch(/Tests: +1 passed/);
});

test("works in a program whose @hono/node-server has replaced Request and Response", async ({
  skip,
}) => {
  if (hono === undefined) return skip();
  const code = `import { serve } from ${JSON.stringify(hono)};
    import { createClient } from "contacts-client";
    const before = Response;
    const server = serve({ fetch: () => Response.json({ data: [], next_cursor: null, has_more: false }), port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    const baseUrl = "http://127.0.0.1:" + server.address().port;
    const { contacts } = createClient({ apiKey: "contacts_live_x", baseUrl, retries: 0 });
    const { data, response } = await contacts.list().withResponse();
    console.log(Response !== before, data.has_more, response.status, await response.text());
    server.close();`;
  const file = consumer.write("hono.mjs", code);
  const { stdout } = await run(process.execPath, [file]);
  expect(stdout).toBe(
    'true false 200 {"data":[],"next_cursor":null,"has_more":false}\n',
  );
});
