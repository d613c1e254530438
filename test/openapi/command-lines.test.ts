import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { run, start } from "../support/process.ts";

const folder = temporaryFolder(afterAll);
const path = (name: string) => join(folder, name);
mkdirSync(path("contracts"));
writeFileSync(path("old.yaml"), 'swagger: "2.0"\n');
execFileSync("mkfifo", [path("pipe")]);
writeFileSync(path("empty.yaml"), "");
writeFileSync(path("text.txt"), "breaking\n");
writeFileSync(path("misspelt.yaml"), "rule: { info-contact: error }\n");
writeFileSync(
  path("open.yaml"),
  `openapi: 3.1.1
info: { title: Harbour, version: 1.0.0 }
paths:
  /boats:
    get: { operationId: listBoats, responses: { "200": { description: Boats. } } }
`,
);

writeFileSync(
  path("odd.yaml"),
  readFileSync(path("open.yaml"), "utf8").replace(
    "{ description: Boats. }",
    "{ description: Boats., descriptions: Boats. }",
  ),
);

writeFileSync(
  path("lost.yaml"),
  readFileSync(path("open.yaml"), "utf8").replace(
    "{ description: Boats. }",
    '{ $ref: "#/components/responses/Boats" }',
  ),
);

const oddField =
  /^\S+odd\.yaml:5:\d+: Property `descriptions` is not expected here\. Lint names all that is wrong\.$/m;

test.each([
  {
    fault: "a reference that leads nowhere",
    program: "mock",
    args: [path("lost.yaml")],
    code: 1,
    says: `${relative("", path("lost.yaml"))}:5:58: The contract has no #/components/responses/Boats.`,
  },
  {
    fault: "such a reference",
    program: "generate",
    args: [path("lost.yaml"), "--out", path("out")],
    code: 1,
    says: `${relative("", path("lost.yaml"))}:5:58: The contract has no #/components/responses/Boats.`,
  },
  {
    fault: "a file that is missing",
    program: "generate",
    args: [path("none.yaml"), "--out", path("out")],
    code: 1,
    says: `There is no ${path("none.yaml")}.`,
  },
  {
    fault: "a file inside of a file",
    program: "lint",
    args: [join(path("open.yaml"), "api.yaml")],
    code: 2,
    says: `There is no ${join(path("open.yaml"), "api.yaml")}.`,
  },
  {
    fault: "the usual name of the standard input",
    program: "generate",
    args: ["-", "--out", path("out")],
    code: 1,
    says: "There is no -. Write the standard input into a file first.",
  },
  {
    fault: "an address in place of a contract",
    program: "lint",
    args: ["https://boats.example/api.yaml"],
    code: 2,
    says: "There is no https://boats.example/api.yaml. Download it first: curl -L -o api.yaml https://boats.example/api.yaml",
  },
  {
    fault: "an address in place of an older contract",
    program: "diff",
    args: ["https://boats.example/api.yaml", path("open.yaml")],
    code: 2,
    says: "The contracts were not compared: There is no https://boats.example/api.yaml. Download it first: curl -L -o api.yaml https://boats.example/api.yaml",
  },
  {
    fault: "a folder in place of a contract",
    program: "docs",
    args: [path("contracts"), "--out", path("out")],
    code: 1,
    says: `The docs could not be built: ${path("contracts")} is a folder, not a file.`,
  },
  {
    fault: "a folder in place of a contract",
    program: "lint",
    args: [path("contracts")],
    code: 2,
    says: `${path("contracts")} is a folder, not a file.`,
  },
  ...[
    { program: "generate", args: ["--out", path("out")], before: "" },
    {
      program: "docs",
      args: ["--out", path("out")],
      before: "The docs could not be built: ",
    },
    { program: "mock", args: [], before: "" },
  ].map(({ program, args, before }) => ({
    fault: "a pipe in place of a contract",
    program,
    args: [path("pipe"), ...args],
    code: 1,
    says: `${before}${path("pipe")} is a pipe, which can be read once alone: write it into a file first.`,
  })),
  {
    fault: "a contract of Swagger",
    program: "mock",
    args: [path("old.yaml")],
    code: 1,
    says: `${path("old.yaml")}: This is a contract of Swagger 2.0; convert it to OpenAPI 3 first`,
  },
  {
    fault: "a file in place of the folder",
    program: "generate",
    args: [path("open.yaml"), "--out", path("old.yaml")],
    code: 1,
    says: `The folder ${path("old.yaml")} cannot be written: it is a file.`,
  },
  {
    fault: "a file in place of the folder of the docs",
    program: "docs",
    args: [path("open.yaml"), "--out", path("old.yaml")],
    code: 1,
    says: `The docs could not be built: The folder ${path("old.yaml")} cannot be written: it is a file.`,
  },
  {
    fault: "two contracts in place of one",
    program: "lint",
    args: [path("open.yaml"), path("old.yaml")],
    code: 2,
    says: `Give one contract, not also ${path("old.yaml")}.`,
  },
  {
    fault: "a folder in place of the rules",
    program: "lint",
    args: [path("open.yaml"), "--config", path("contracts")],
    code: 2,
    says: `${path("contracts")} is a folder, not a file.`,
  },
  {
    fault: "a file without rules",
    program: "lint",
    args: [path("open.yaml"), "--config", path("empty.yaml")],
    code: 2,
    says: `${path("empty.yaml")} has no rules: write \`rules:\` or \`extends:\` into it`,
  },
  {
    fault: "a file whose key of the rules is misspelt",
    program: "lint",
    args: [path("open.yaml"), "--config", path("misspelt.yaml")],
    code: 2,
    says: `${path("misspelt.yaml")} has no rules: write \`rules:\` or \`extends:\` into it`,
  },
  {
    fault: "a folder in place of the levels",
    program: "diff",
    args: [path("open.yaml"), path("open.yaml"), "--config", path("contracts")],
    code: 2,
    says: `The contracts were not compared: ${path("contracts")} is a folder, not a file.`,
  },
  {
    fault: "a text in place of the levels",
    program: "diff",
    args: [path("open.yaml"), path("open.yaml"), "--config", path("text.txt")],
    code: 2,
    says: `The contracts were not compared: ${path("text.txt")} is no list of levels: it must have \`categories\` or \`rules\`.`,
  },
  {
    fault: "approvals that are missing",
    program: "diff",
    args: [path("open.yaml"), path("open.yaml"), "--approvals", path("none")],
    code: 2,
    says: `The contracts were not compared: There is no ${path("none")}.`,
  },
  {
    fault: "a folder in place of the page",
    program: "diff",
    args: [path("open.yaml"), path("open.yaml"), "--html", path("contracts")],
    code: 2,
    says: "The contracts were not compared: The page of --html cannot be written: EISDIR",
  },
  {
    fault: "a key for a contract without security",
    program: "conformance",
    args: ["--url", "http://127.0.0.1:9", "--key", "k", path("open.yaml")],
    code: 2,
    says: "Nothing was tried: The contract has no security scheme, so its requests need no --key.",
  },
])(
  "$program refuses $fault in one line",
  async ({ program, args, code, says }) => {
    const before = readdirSync(folder);
    const ended = await run(`openapi/${program}/main.ts`, args);
    expect(ended).toMatchObject({ code, stdout: "" });
    expect(ended.stderr.startsWith(says)).toBe(true);
    expect(ended.stderr.trim().split("\n")).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(before);
  },
);

test.each([
  { program: "lint", code: 2 },
  { program: "conformance", code: 2 },
  { program: "generate", code: 1 },
])(
  "$program ends with $code for an unknown option",
  async ({ program, code }) => {
    const ended = await run(`openapi/${program}/main.ts`, ["--no-such-option"]);
    expect(ended.code).toBe(code);
  },
);

test.each([
  { program: "generate", args: ["--out", path("odd")], code: 0 },
  { program: "docs", args: ["--out", path("odd docs")], code: 0 },
  // Nobody listens there.
  { program: "conformance", args: ["--url", "http://127.0.0.1:9"], code: 2 },
])(
  "$program says in one line that it skips an unknown field",
  async ({ program, args, code }) => {
    const ended = await run(`openapi/${program}/main.ts`, [
      path("odd.yaml"),
      ...args,
    ]);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(oddField);
  },
);

test("the mock says in one line that it skips an unknown field", async () => {
  const odd = [path("odd.yaml")];
  const mock = start("openapi/mock/main.ts", odd, { PORT: "0" });
  await mock.printed(/Mock of the Harbour/);
  expect(mock.output()).toMatch(oddField);
  expect(await mock.end()).toBe(0);
});

test("the mock shows its address when it can be called", async () => {
  const mock = start("openapi/mock/main.ts", [path("open.yaml")], {
    PORT: "0",
  });
  const [, address = ""] = await mock.printed(/Mock of the Harbour on (\S+);/);
  expect((await fetch(`${address}/boats`)).status).toBe(200);
  expect(await mock.end()).toBe(0);
});
