import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createLint } from "../../../openapi/lint/lint.ts";
import { lintReport } from "../../../openapi/lint/report.ts";
import { breakContract, original } from "../rules/breaks.ts";
import { temporaryFolder } from "../../support/folder.ts";

// Where lint says that something is broken which keeps it from reading the contract, or which rules
// fill in.

const loading = createLint();
const reportOf = async (text: string) =>
  lintReport(await (await loading)(text));

test("the report shows the line, and what was meant", async () => {
  const text = breakContract("parameters/Limit", "parameters/Limt");
  const report = await reportOf(text);
  expect(report).toMatch(
    /^openapi\/openapi\.yaml:\d+:\d+ error contacts\/known-references: /,
  );
  expect(report).toContain("Did you mean #/components/parameters/Limit?");
  expect(report).toMatch(/\d+ \| .*parameters\/Limt" \}\n +\| +\^+/);
});

test("the report shows a character that a terminal obeys as an escape", async () => {
  const report = await reportOf("openapi: 3.1.1\ninfo: a\u001B[2Jb\n");
  expect(report).toContain("2 | info: a\\u{1B}[2Jb\n");
  expect(report).not.toContain("\u001B");
});

test("what is wrong in several places is explained in the first of them", async () => {
  const report = await reportOf(
    breakContract("  eventDays: 30", "  eventDays: 31"),
  );
  expect(
    report.match(
      /:\d+:\d+ error contacts\/known-numbers: The text says "30 days"/g,
    )?.length,
  ).toBeGreaterThan(3);
  expect(
    report.split("\n\n").filter((part) => part.includes(" | ")),
  ).toHaveLength(1);
});

const searchText = '"#/components/schemas/SearchText"';

test.each([
  {
    name: "a file of comments",
    text: "# Later\n",
    expected: "1:1 error contract: The file is empty",
  },
  {
    name: "a list",
    text: "- info\n",
    expected: "1:1 error contract: This is no mapping of names to values",
  },
  {
    name: "a text that is not UTF-8",
    text: breakContract("default: Argentina", "default: Espa\uFFFDa"),
    expected: "error contract: The text is not UTF-8 here",
  },
  {
    name: "two documents",
    text: "a: 1\n---\nb: 1\n",
    expected:
      "error contract: This is not valid YAML: expected a single document",
  },
  {
    name: "a merge conflict",
    text: breakContract("info:\n", "<<<<<<< HEAD\ninfo:\n"),
    expected:
      "6:1 error contract: A merge conflict is not resolved: `<<<<<<< HEAD`",
  },
  {
    name: "a key twice behind a byte order mark",
    text: "\uFEFFopenapi: 3.1.1\nopenapi: 3.1.1\n",
    expected: "2:1 error contract: This is not valid YAML: duplicated",
  },
  ...[
    { name: "a reference to itself", schema: `{ $ref: ${searchText} }` },
    {
      name: "a schema that is a part of itself",
      schema: `{ allOf: [{ type: string }, { $ref: ${searchText} }] }`,
    },
    {
      name: "a schema that is inside of itself",
      schema: '{ $ref: "#/components/schemas/SearchText/items" }',
    },
  ].map(({ name, schema }) => ({
    name,
    text: breakContract(
      /^ {4}SearchText:[^]*?\n(?= {4}\w)/m,
      `    SearchText: ${schema}\n`,
    ),
    expected: `The \`$ref\` leads to itself: ${JSON.parse(searchText)} → ${JSON.parse(searchText)}`,
  })),
  {
    name: "a contract of webhooks alone",
    text: "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\nwebhooks: { a: { post: {} } }\n",
    expected: "2:1 error info-license: ",
  },
  ...[
    { which: "that YAML reads as a number", version: "3.1", shown: "3.1" },
    { which: "that OpenAPI does not have", version: "3.1.x", shown: '"3.1.x"' },
  ].map(({ which, version, shown }) => ({
    name: `a version ${which}`,
    text: breakContract("openapi: 3.1.1", `openapi: ${version}`),
    expected: `:4:1 error contract: The version of OpenAPI has three numbers, such as \`openapi: 3.1.1\`; the contract has ${shown}\n`,
  })),
  ...[
    { notation: "YAML", text: 'info: {}\nswagger: "2.0"\n', place: "2:1" },
    { notation: "JSON", text: '{\n  "swagger": "2.0"\n}\n', place: "2:3" },
  ].map(({ notation, text, place }) => ({
    name: `a contract of Swagger in ${notation}`,
    text,
    expected: `:${place} error contract: This is a contract of Swagger 2.0`,
  })),
  {
    name: "a path that is itself",
    text: breakContract(
      "paths:\n",
      'paths:\n  /v1/a: { $ref: "#/paths/~1v1~1a" }\n',
    ),
    expected:
      "error contract: The `$ref` leads to itself: #/paths/~1v1~1a → #/paths/~1v1~1a",
  },
  {
    name: "an alias inside of what it stands for",
    text: "a: &a { b: [*a] }\n",
    expected:
      "error contract: This is not valid YAML: an alias is inside the node of its own anchor",
  },
  {
    name: "aliases of aliases that never end when they are written out",
    text: `a0: &a0 [1]\n${Array.from({ length: 30 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join("")}`,
    expected:
      "error contract: This is not valid YAML: with its aliases written out it has more than 10000000 values",
  },
  {
    name: "more aliases than parsers in Java read",
    text: breakContract(
      "x-limits:\n",
      `x-limits:\n  a: [&a {}, ${"*a, ".repeat(51)}]\n`,
    ),
    expected: "openapi.yaml:1:1 error contract: Here are ",
  },
  {
    name: "a field that is nothing, where a rule expects a schema",
    text: breakContract(/( {8})vip: \{.*\}/, "$1vip:"),
    expected: "error struct: Expected type `Schema` (object) but got `null`",
  },
])(
  "the report of $name says where it is, and what",
  async ({ text, expected }) => {
    expect(await reportOf(text)).toContain(expected);
  },
);

test("as many aliases as parsers in Java read are no problem", async () => {
  const withAliases = (count: number) =>
    reportOf(`a: [&a {}${", *a".repeat(count)}]\n`);
  expect(await withAliases(50)).not.toContain("aliases");
  expect(await withAliases(51)).toContain("Here are 51 aliases");
});

interface Row {
  name: string;
  file: string;
  change: (written: string) => string | undefined;
  expected: RegExp;
}

test.each<Row>([
  {
    name: "that has another name",
    file: "tickets.yaml",
    change: () => undefined,
    expected:
      /^openapi.openapi\.yaml:.*There is no examples\/tickets\.yaml\nDid you mean examples\/ticketss\.yaml,[^]*\n1 problem$/,
  },
  {
    name: "that nobody reads",
    file: "others.yaml",
    change: () => "a: {}",
    expected:
      /^openapi.examples.others\.yaml:1:1 .*Nothing in the contract refers to this file/,
  },
  {
    name: "with a merge conflict",
    file: "tickets.yaml",
    change: (written) => `=======\n${written}`,
    expected: /^openapi.examples.tickets\.yaml:1:1 .* not resolved/,
  },
  {
    name: "with an example that nothing refers to",
    file: "tickets.yaml",
    change: (written) => `lost.200.page: { value: {} }\n${written}`,
    expected:
      /^openapi.examples.tickets\.yaml:1:1 .*Nothing refers to the example `lost\.200\.page`/,
  },
  {
    name: "with an example that was renamed",
    file: "tickets.yaml",
    change: (written) => written.replaceAll(/^getTicket\./gm, "readTicket."),
    expected:
      /^openapi.openapi\.yaml:\d+:\d+ error contract: examples\/tickets\.yaml has no `getTicket\.200\.full`.*\nDid you mean readTicket\.200\.full,[^]*\n1 problem$/,
  },
  {
    name: "with a wrong value",
    file: "tickets.yaml",
    change: (written) => written.replace("number: ", "number: no. "),
    expected:
      /^openapi.examples.tickets\.yaml:\d+:\d+ .*`number` property type must be integer[^]*\n1 problem$/,
  },
  {
    name: "beside the prose with a number that the contract does not have",
    file: "../introduction.md",
    change: () => "Events are kept\nfor 31 days.\n",
    expected:
      /^openapi.introduction\.md:2:5 error contract: The text says "31 days"/,
  },
  {
    name: "with an example that is nothing",
    file: "tickets.yaml",
    change: (written) =>
      written.replace(/^(getTicket\.200\.full:)[^]*?(?=^\w)/m, "$1\n"),
    expected:
      /openapi.examples.tickets\.yaml:\d+:\d+ error struct: Expected type `Example` \(object\) but got `null`/,
  },
])(
  "the report of a file of examples $name says where it is, and what",
  async ({ file: name, change, expected }) => {
    const folder = temporaryFolder();
    const file = join(folder, "openapi/openapi.yaml");
    cpSync("openapi/examples", join(folder, "openapi/examples"), {
      recursive: true,
    });
    const path = join(folder, "openapi/examples", name);
    mkdirSync(dirname(path), { recursive: true });
    const changed = change(existsSync(path) ? readFileSync(path, "utf8") : "");
    if (changed === undefined)
      renameSync(path, path.replace(".yaml", "s.yaml"));
    else writeFileSync(path, changed);
    expect(lintReport(await (await loading)(original, file), folder)).toMatch(
      expected,
    );
  },
);
