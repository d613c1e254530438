import {
  checkPackage,
  createPackageFromTarballData,
} from "@arethetypeswrong/core";
import { buildSync } from "esbuild";
import { execFile } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readContract } from "../../openapi/model/read-contract.ts";
import { publishedContract } from "../../openapi/generate/bundles.ts";
import {
  bun,
  compilers,
  consumers,
  deno,
  hono,
  installClient,
  jest,
  jsdom,
  load,
  miniflare,
  nodes,
} from "./client-package.ts";
import { startServer } from "../support/server.ts";

const run = promisify(execFile);
const consumer = await installClient();

test.each(["openapi.json", "openapi.yaml"])(
  "%s is the contract as readers get it",
  async (name) => {
    const code = `console.log(import.meta.resolve("contacts-client/${name}"))`;
    const { stdout } = await run(process.execPath, [
      consumer.write("resolve.mjs", code),
    ]);
    expect(parse(readFileSync(new URL(stdout.trim()), "utf8"))).toEqual(
      publishedContract((await readContract()).contract),
    );
  },
);

test("it needs no other package, has the version of the contract with a hash of its content, what changed, and examples that import it by its name", async () => {
  const read = (name: string) =>
    readFileSync(join(consumer.installed, name), "utf8");
  const manifest: unknown = JSON.parse(read("package.json"));
  const { version } = (await readContract()).contract.info;
  const peerDependenciesMeta = {
    "@modelcontextprotocol/sdk": { optional: true },
  };
  expect(manifest).toMatchObject({
    version: expect.stringMatching(`^${version}-dev\\.[0-9a-z]+$`),
    peerDependenciesMeta,
    bin: {
      "contacts-mcp": "./esm/client/mcp/main.js",
      "contacts-listen": "./esm/client/listen/main.js",
    },
  });
  expect(manifest).not.toHaveProperty("dependencies");
  const released = (await readContract("openapi/released/openapi.yaml"))
    .contract.info.version;
  expect(read("CHANGELOG.md")).toContain(`## ${released}\n`);
  for (const name of readdirSync(join(consumer.installed, "examples")))
    expect(read(`examples/${name}`)).toMatch(
      /^(?![^]*"\.\.\/)[^]*from "contacts-client/,
    );
});

test("npm shows its name, its description and its keywords, from a readable package.json", () => {
  const text = readFileSync(join(consumer.installed, "package.json"), "utf8");
  const { version } = JSON.parse(text) as { version: string };
  expect(text.slice(0, text.indexOf('  "license"'))).toBe(`{
  "name": "contacts-client",
  "version": "${version}",
  "description": "Typed client of the Contacts API, and the contract itself",
  "keywords": [
    "contacts",
    "customer-support",
    "api-client",
    "openapi",
    "webhooks",
    "typescript"
  ],
`);
});

test("publint reports nothing", async () => {
  const { messages } = await publint({
    pkgDir: consumer.installed,
    pack: false,
    strict: true,
  });
  expect(messages).toEqual([]);
});

test("the types are right in every mode of resolution", async () => {
  const data = new Uint8Array(readFileSync(consumer.tarball));
  const checked = await checkPackage(createPackageFromTarballData(data));
  if (!checked.types) throw new Error("The package has no types.");
  // The contract as YAML is a file to read, and no module.
  const found = checked.problems.filter(
    (problem) =>
      !("entrypoint" in problem && problem.entrypoint === "./openapi.yaml"),
  );
  expect(found).toEqual([]);
});

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

/** Programs that import from the package: the released consumers, and one for the other exports. */
const programs = [...consumers.values()];
programs.push(`import { createClient, type CallOptions } from "contacts-client";
import type { operations } from "contacts-client/schema";
import { verifyWebhookSync } from "contacts-client/webhooks/node";
export type Query = operations["listContacts"]["parameters"]["query"];
export const options: CallOptions = { signal: [new AbortController().signal][0], timeout: undefined };
createClient({ apiKey: process.env["CONTACTS_API_KEY"], baseUrl: undefined, logger: console });
verifyWebhookSync({}, "", "x");
`);

/**
 * Setups of a consumer's project: the ending of its files, and the compiler's options. The last one
 * checks the package's types too.
 */
const projects = [
  [".mts", "--skipLibCheck --module nodenext"],
  [".cts", "--skipLibCheck --module node16"],
  [".ts", "--skipLibCheck --module esnext --moduleResolution bundler"],
  [".cts", "--skipLibCheck --module commonjs"],
  [
    ".mts",
    "--module nodenext --exactOptionalPropertyTypes --noUncheckedIndexedAccess --verbatimModuleSyntax --isolatedModules " +
      "--lib es2022,dom,dom.iterable,dom.asynciterable",
  ],
] as const;

test.each(
  compilers.flatMap((compiler) =>
    projects.map((project) => [compiler, ...project] as const),
  ),
)("%s checks its types in *%s with %s", async (compiler, ending, options) => {
  const files = programs.map((code, n) =>
    consumer.write(`consumer-${n}${ending}`, code),
  );
  expect(await consumer.compile(files, options, compiler)).toBe("");
});

test.each(
  compilers.flatMap((compiler) =>
    ["--module nodenext", "--module esnext --moduleResolution bundler"].map(
      (module) => [compiler, module] as const,
    ),
  ),
)(
  "%s writes the declarations of what a library exports, with %s",
  async (compiler, module) => {
    const file = consumer.write(
      "library.mts",
      `import { createClient } from "contacts-client";
import { createMessenger } from "contacts-client/messenger";
import { example, mockFetch } from "contacts-client/testing";
import { signTestWebhook, verifyWebhook } from "contacts-client/webhooks";
const api = createClient();
export const { raw, contacts, events, withOptions } = api;
export const list = () => api.raw.GET("/v1/contacts");
export const create = (name: string) =>
  api.raw.POST("/v1/contacts", { body: { name, email: "x" } });
export const { GET, use, request } = api.raw;
export const follow = api.events.follow({});
export const result = api.contacts.get("x").result();
export const session = createMessenger({ token: "x", baseUrl: "x" }).resume("x");
export const messages = session.conversations.messages.list("x").withResponse();
export const testing = { example, fetch: mockFetch({}), signTestWebhook, verifyWebhook };
`,
    );
    const options = `--skipLibCheck ${module} --noEmit false --declaration --emitDeclarationOnly --outDir ${consumer.folder}/declarations`;
    expect(await consumer.compile([file], options, compiler)).toBe("");
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
