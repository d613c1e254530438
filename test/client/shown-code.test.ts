import { execFile, execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { curlSample } from "../../openapi/generate/samples/curl.ts";
import { clientSample } from "../../openapi/generate/samples/typescript.ts";
import { temporaryFolder } from "../support/folder.ts";
import { hasCurl } from "../support/curl.ts";
import { start } from "../support/process.ts";
import type { Json } from "../support/at.ts";
import { startServer } from "../support/server.ts";
import { credentialsOf } from "../support/world.ts";
import { installClient } from "./client-package.ts";
import { emptyPage, startLocalServer } from "./local-server.ts";
import { sampleCalls, sampleWorld } from "./sample-world.ts";

// The code that consumers copy: the samples of the docs, the README of the package, and its
// examples.

const consumer = await installClient();
const server = await startServer();

/** Runs a program to its end, and returns what it prints. */
const run = promisify(execFile);
const runTypeScript = (file: string, env: NodeJS.ProcessEnv) =>
  run(process.execPath, ["--import", import.meta.resolve("tsx"), file], {
    env: { ...process.env, ...env },
    cwd: consumer.folder, // where a sample may write a file
  });

const calls = sampleCalls();

test("the samples of the client compile and run, in the order of the docs", async () => {
  const { env, here } = await sampleWorld(server, "client");
  const files = calls.map((call) =>
    consumer.write(`${call.id}.ts`, here(clientSample(call))),
  );
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  expect(
    await consumer.compile(files, "--skipLibCheck --module nodenext", compiler),
  ).toBe("");

  const all = calls.map(
    ({ id }) => `console.log("== ${id}");\nawait import("./${id}.ts");`,
  );
  const main = consumer.write("all.ts", all.join("\n"));
  const { stdout } = await runTypeScript(main, env);
  const printed = stdout.split(/^== /m).slice(1);
  expect(printed.map((text) => text.split("\n")[0])).toEqual(
    calls.map(({ id }) => id),
  );
  // A list of what the sample asks for may be empty.
  const silent = printed.filter(
    (text) => !/^(list|search)\w*\n|^\w+\n\{\n/.test(text),
  );
  expect(silent).toEqual([]);
});

test.skipIf(!hasCurl)("the command lines succeed", async () => {
  const { env, here } = await sampleWorld(server, "curl");
  for (const call of calls) {
    const line = `${here(curlSample(call))} -s --fail-with-body`;
    const { stdout } = await run("sh", ["-c", line], {
      env: { ...process.env, ...env },
    });
    expect(JSON.parse(stdout), call.id).toHaveProperty("data");
  }
});

describe("the README", async () => {
  const env = {
    CONTACTS_BASE_URL: server.address,
    CONTACTS_API_KEY: await server.key(["*"]),
    MESSENGER_PUBLIC_TOKEN: (await credentialsOf(server, "test").token()).token,
  };
  const { contacts } = createClient({
    apiKey: env.CONTACTS_API_KEY,
    baseUrl: env.CONTACTS_BASE_URL,
  });
  await contacts.create({ name: "Bárbara", email: "barbara@example.com" });
  await contacts.create({ name: "Ana", email: "ana@example.com" });

  /**
   * Chapter of the README that consumers read → its snippet; those before it in the same chapter
   * have a number.
   */
  const readme = readFileSync(join(consumer.installed, "README.md"), "utf8");
  const snippets = readme.split(/^#+ /m).flatMap((chapter) => {
    const [title = ""] = chapter.split("\n");
    return [...chapter.matchAll(/```ts\n([^]*?)```/g)].map(
      ([, code = ""], n) => [`${title} ${n + 1}`, code] as const,
    );
  });

  /** Snippet → its output. */
  const printed: Record<string, RegExp> = {
    "contacts-client 1": /^Bárbara\n$/,
    "Options 1": /^$/,
    "Logs and traces 1": /^$/,
    "Errors 1": /^exists: ct_\w+\nnot_found\n$/,
    "Errors 2": /^1 \d+ req_\w+\n$/,
    "Retries 1": /^\d+\n$/,
    "Retries 2": /^$/,
    "The key, and many contacts 1":
      /^\* \d+\nupdated \[ 'mayorista' \]\nfailed \[ 'email' \]\n$/,
    "Pagination 1": /^2 false\n(Ana\nBárbara|Bárbara\nAna)\n2\n2\n$/,
    "Following events 1": /^Bárbara\n$/,
    "Following events 2": /^contact\.created\n$/,
    "Messenger 1": /^contact ¿Tienen envíos\?\n$/,
    "Webhooks 1": /^contact\.created\n$/,
    "Testing 1": /^404\n$/,
  };

  test("each snippet compiles", async () => {
    const files = snippets.map(([name, code]) =>
      consumer.write(`${name.replaceAll(" ", "-")}.ts`, code),
    );
    const stricter = "--exactOptionalPropertyTypes --noUncheckedIndexedAccess";
    expect(
      await consumer.compile(
        files,
        `${stricter} --module nodenext --lib es2020`,
      ),
    ).toBe("");
  });

  test("the OpenTelemetry hooks make a span of each attempt, which the server can join", async () => {
    const traces: (string | undefined)[] = [];
    const baseUrl = await startLocalServer((request, response) => {
      traces.push(request.headers["traceparent"]?.toString());
      if (traces.length === 1) request.socket.destroy();
      else if (traces.length === 2) response.writeHead(503).end();
      else response.end(emptyPage);
    });
    const file = consumer.write(
      "traced.ts",
      `import { propagation, trace } from "@opentelemetry/api";
      import { W3CTraceContextPropagator } from "@opentelemetry/core";
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
      const exporter = new InMemorySpanExporter();
      const spanProcessors = [new SimpleSpanProcessor(exporter)];
      trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
      propagation.setGlobalPropagator(new W3CTraceContextPropagator());
      await import("./Logs-and-traces-1.ts");
      for (const span of exporter.getFinishedSpans())
        console.log(JSON.stringify({ name: span.name, attributes: span.attributes, code: span.status.code, id: span.spanContext().spanId }));`,
    );
    const code =
      new Map<string, string>(snippets).get("Logs and traces 1") ?? "";
    consumer.write("Logs-and-traces-1.ts", code);
    const { stdout } = await runTypeScript(file, {
      ...env,
      CONTACTS_BASE_URL: baseUrl,
    });
    const lines = stdout.trim().split("\n");
    const spans = lines.map((line): Json => JSON.parse(line));
    const attributes = (resend: number) => ({
      "http.request.method": "GET",
      "http.request.resend_count": resend,
      "server.address": "127.0.0.1",
      "url.template": "/v1/contacts",
    });
    const unset = 0;
    const error = 2;
    expect(spans.map(({ id: _, ...span }) => span)).toEqual([
      {
        name: "GET /v1/contacts",
        attributes: { ...attributes(0), "error.type": "connection_failed" },
        code: error,
      },
      {
        name: "GET /v1/contacts",
        attributes: { ...attributes(1), "http.response.status_code": 503 },
        code: error,
      },
      {
        name: "GET /v1/contacts",
        attributes: { ...attributes(2), "http.response.status_code": 200 },
        code: unset,
      },
    ]);
    expect(traces.map((parent) => parent?.split("-")[2])).toEqual(
      spans.map(({ id }) => id),
    );
  });

  test("every chapter's snippets are run", () => {
    expect(snippets.map(([name]) => name).sort()).toEqual(
      Object.keys(printed).sort(),
    );
  });

  // One after the other: what one makes the next may show.
  test.each(
    snippets.toSorted(
      ([a], [b]) =>
        Number(a.startsWith("Retries")) - Number(b.startsWith("Retries")),
    ),
  )("%s prints what it says", async (name, code) => {
    const file = consumer.write(`${name.replaceAll(" ", "-")}.ts`, code);
    const { stdout } = await runTypeScript(file, env);
    expect(stdout).toMatch(printed[name] ?? /never/);
  });
});

/** The samples of TypeScript in a Markdown file, as programs beside the installed package. */
const samplesIn = (path: string) =>
  [...readFileSync(path, "utf8").matchAll(/^```ts\n([^]*?)^```/gm)].map(
    ([, code = ""], n) =>
      consumer.write(
        `${path.replaceAll(/\W/g, "-")}-${n + 1}.mts`,
        code.replaceAll(/"(\.\.?\/)+client\/index\.ts"/g, '"contacts-client"'),
      ),
  );

test("each TypeScript sample of the Markdown files compiles as it is pasted", async () => {
  const listed = execFileSync("git", ["ls-files", "*.md"], {
    encoding: "utf8",
  });
  const documents = listed.trim().split("\n");
  const files = documents
    // That of the server has parts of its code, which test/architecture compares with the files.
    .filter(
      (path) => !/^(generated|test)\/|\/released\/|^server\/README/.test(path),
    )
    .flatMap(samplesIn);
  expect(files.length).toBeGreaterThan(18);
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  const options = "--skipLibCheck --module nodenext --moduleDetection force";
  expect(await consumer.compile(files, options, compiler)).toBe("");
});

test("the samples of the quickstart run one after the other", async () => {
  const env = {
    CONTACTS_BASE_URL: server.address,
    CONTACTS_API_KEY: await server.key(["*"], "quickstart"),
  };
  const printed: string[] = [];
  for (const file of samplesIn("openapi/introduction.md").slice(0, 4))
    printed.push((await runTypeScript(file, env)).stdout);
  expect(printed.join("")).toMatch(
    /^\{[^]+\}\ntrue ct_\w+\ncontact\.created evt_\w+\nwhsec_\S+\n$/,
  );
});

test("import-contacts creates nobody twice, and prints what is refused", async () => {
  const env = {
    CONTACTS_API_KEY: await server.key(["*"], "import"),
    CONTACTS_BASE_URL: server.address,
  };
  const { contacts } = createClient({
    apiKey: env.CONTACTS_API_KEY,
    baseUrl: env.CONTACTS_BASE_URL,
  });
  const file = join(temporaryFolder(), "contacts.csv");
  const output = async (exitCode: number) => {
    const program = start("client/examples/import-contacts.ts", [file], env);
    expect(await program.ended, program.output()).toBe(exitCode);
    return program.output();
  };
  await contacts.create({ name: "Ana", email: "ana@example.com" });
  const rows = [
    "\uFEFFname,email,phone,company",
    '"Núñez, Bárbara",barbara@example.com,+54 11,"Librería ""Sur"""',
    "Ana María,ana@example.com,,",
    "Nadie,no,,",
    `Grande,grande@example.com,,${"x".repeat(300_000)}`,
    '"Núñez, Bárbara",barbara@example.com,+54 11,"Librería ""Sur"""',
  ];
  writeFileSync(file, rows.join("\n"));
  const first = await output(1);
  expect(first).toMatch(
    /^no: email .+\ngrande@\S+ .+ 413 .+\n1 created, 1 updated, 1 unchanged, 2 failed\n$/,
  );
  expect((await contacts.list({ q: "barbara" })).data).toMatchObject([
    { name: "Núñez, Bárbara", phone: "+54 11", company: 'Librería "Sur"' },
  ]);
  expect(await output(1)).toMatch(
    /0 created, 0 updated, 3 unchanged, 2 failed/,
  );
  writeFileSync(file, "email,name\nbarbara@example.com,Bárbara");
  expect(await output(0)).toMatch(/1 updated/);
  expect((await contacts.list({ q: "barbara" })).data).toMatchObject([
    { name: "Bárbara", phone: "+54 11" },
  ]);
  const blanks = "email,name,phone,company,external_id\n";
  writeFileSync(file, `${blanks}barbara@example.com,, ,,B-1\n,Sin email,,,`);
  expect(await output(1)).toMatch(
    /^Sin email: email .+\n.*1 updated.*1 failed/,
  );
  expect((await contacts.list({ q: "barbara" })).data).toMatchObject([
    {
      name: "Bárbara",
      phone: "+54 11",
      company: 'Librería "Sur"',
      external_id: "B-1",
    },
  ]);
  writeFileSync(file, "email,fax\nbarbara@example.com,1");
  expect(await output(1)).toMatch(/^barbara@\S+ fax .+\n.+ 1 failed\n$/);
});
