import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { compilerReport } from "../../openapi/dev/programs.ts";
import type { Finding } from "../../openapi/diff/findings.ts";
import { textReport } from "../../openapi/diff/reports.ts";
import { createLint } from "../../openapi/lint/lint.ts";
import { lintReport } from "../../openapi/lint/report.ts";
import { breakContract } from "./rules/breaks.ts";

const text = readFileSync("openapi/openapi.yaml", "utf8");

interface Diagnostics {
  diagnostics: { message: string; range: { start: { line: number } } }[];
}

// The language server of the YAML extension, as an editor starts it.
const program = createRequire(import.meta.url).resolve(
  "yaml-language-server/bin/yaml-language-server",
);
const server = spawn(process.execPath, [program, "--stdio"], {
  stdio: ["pipe", "pipe", "ignore"],
});
let editor: MessageConnection;
let version = 0;

beforeAll(async () => {
  editor = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  editor.onRequest("client/registerCapability", () => null);
  editor.onRequest("custom/schema/request", () => []);
  editor.onRequest(
    "workspace/configuration",
    ({ items }: { items: unknown[] }) => items.map(() => ({})),
  );
  editor.listen();
  const textDocument = { completion: {}, publishDiagnostics: {} };
  await editor.sendRequest("initialize", {
    processId: process.pid,
    rootUri: null,
    capabilities: { textDocument },
  });
  await editor.sendNotification("initialized", {});
  const yaml = {
    schemaStore: { enable: false },
    completion: true,
    validate: true,
  };
  await editor.sendNotification("workspace/didChangeConfiguration", {
    settings: { yaml },
  });
});

afterAll(async () => {
  editor.dispose();
  const ended = once(server, "exit");
  server.kill();
  await ended;
});

/** Opens a contract in the folder of ours, and returns what the editor says when it has read it. */
async function open(content: string): Promise<Diagnostics & { uri: string }> {
  version += 1;
  const uri = pathToFileURL(`openapi/opened-${version}.yaml`).href;
  const published = new Promise<Diagnostics & { uri: string }>((done) => {
    editor.onNotification(
      "textDocument/publishDiagnostics",
      (told: Diagnostics & { uri: string }) => {
        if (told.uri === uri) done(told);
      },
    );
  });
  const textDocument = { uri, languageId: "yaml", version, text: content };
  await editor.sendNotification("textDocument/didOpen", { textDocument });
  return published;
}

/** Returns the problems that the editor underlines: line and message. */
async function underlined(content: string): Promise<string[]> {
  const { diagnostics } = await open(content);
  const lines = content.split("\n");
  return diagnostics
    .map(
      ({ message, range }) => `${lines[range.start.line]?.trim()}: ${message}`,
    )
    .sort();
}

test("the editor finds nothing in the contract, and underlines typos in it and in extensions", async () => {
  expect(await underlined(text)).toEqual([]);
  const typos = text
    .replace("summary: List contacts", "sumary: List contacts")
    .replace("x-idempotent: true", "x-idempotant: true")
    .replace("eventDays: 30", "eventDays: thirty");
  expect(await underlined(typos)).toEqual([
    'eventDays: thirty: Incorrect type. Expected "integer".',
    "sumary: List contacts: Property sumary is not allowed.",
    "x-idempotant: true: Property x-idempotant is not allowed.",
  ]);
}, 120_000);

test("the editor completes an extension where it has a meaning", async () => {
  const typed = text.replace("x-idempotent: true", "x-");
  const { uri } = await open(typed);
  const before = typed.slice(0, /^ +x-$/m.exec(typed)?.index).split("\n");
  const position = { line: before.length - 1, character: 8 };
  const found = await editor.sendRequest<{ items: { label: string }[] }>(
    "textDocument/completion",
    {
      textDocument: { uri },
      position,
    },
  );
  const labels = found.items.map(({ label }) => label);
  expect(labels).toContain("x-idempotent");
  expect(labels).not.toContain("x-per-element");
}, 120_000);

/** Returns the text of a snippet with its default values, indented. */
function snippet(name: string, indent: number): string {
  // JSON with commas at the end, which YAML reads.
  const all: Record<string, { body: string[] }> = parse(
    readFileSync(".vscode/contract.code-snippets", "utf8"),
  );
  const lines =
    all[name]?.body.map((line) => `${" ".repeat(indent)}${line}\n`) ?? [];
  return lines
    .join("")
    .replaceAll(/\$\{\d:([^}]*)\}/g, "$1")
    .replaceAll("\\$", "$");
}

test("what the snippets write is an operation and a parameter of the contract, and an error", async () => {
  const written = text
    .replace(
      "  /v1/contacts:\n",
      (path) => `  /v1/things:\n${snippet("Operation", 4)}${path}`,
    )
    .replace(/ +- name: q\n/, (first) => snippet("Parameter", 8) + first);
  expect(written).toContain("name: colour");
  const problems = await (await createLint())(written);
  expect(problems).toEqual([]);
  expect(parse(snippet("Error", 0).replaceAll("$2", "code"))).toEqual({
    "error.400.code": {
      summary: expect.any(String),
      value: { error: { code: "code", message: expect.any(String) } },
    },
  });
}, 120_000);

interface Pattern {
  regexp: string;
}
interface Matcher {
  owner?: string;
  pattern?: Pattern | Pattern[];
}
const { tasks } = JSON.parse(readFileSync(".vscode/tasks.json", "utf8")) as {
  tasks: { problemMatcher: string | Matcher | Matcher[] }[];
};

/** The expressions of a problem matcher, one for each line that it reads. */
const linesOf = (owner: string) =>
  tasks
    .flatMap(({ problemMatcher }) => problemMatcher)
    .filter((matcher) => typeof matcher === "object")
    .filter((matcher) => matcher.owner === owner)
    .map(({ pattern = [] }) =>
      [pattern].flat().map(({ regexp }) => new RegExp(regexp)),
    );

test("the problem matchers read what lint, the diff and npm run dev print", async () => {
  const broken = breakContract("x-idempotent: true", "x-idempotant: true");
  const [header = ""] = lintReport(await (await createLint())(broken)).split(
    "\n",
  );
  const ofLint = linesOf("contract");
  expect(ofLint).toHaveLength(2);
  for (const [line] of ofLint) expect(header).toMatch(line ?? "");

  const place = { file: "openapi/openapi.yaml", line: 1, column: 2 };
  const location = { ...place, pointer: "#/paths", text: "" };
  const finding: Finding = {
    rule: "removed",
    is: "breaking",
    category: "wire",
    undecided: false,
    at: "#/paths",
    ...place,
    change: "listContacts is gone",
    because: "b",
    instead: "i",
    in: [],
    parts: [],
    before: location,
    after: location,
  };
  const breaks = [finding];
  const decision = {
    base: "a",
    head: "b",
    passes: false,
    breaks,
    approved: [],
    additions: [],
    issues: [],
  };
  const report = textReport({ ...decision, versions: undefined }).split("\n");
  const [[first, second] = []] = linesOf("diff");
  expect(report[0]).toMatch(first ?? "");
  expect(report[1]).toMatch(second ?? "");
});

test("errors of the server come before those of tests, and the report says how many it leaves out", () => {
  const errors = [
    ...Array.from({ length: 12 }, (_, i) => `test/a.ts(${i},1): error TS1: x`),
    "server/routes.ts(1,1): error TS2: y\n  more of it",
  ];
  const report = compilerReport(errors.join("\n")).split("\n");
  expect(report[0]).toBe("server/routes.ts(1,1): error TS2: y");
  expect(report.slice(-2)).toEqual([
    "and 3 more, which npm run types lists",
    "13 errors",
  ]);
});
