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
  ["a file of comments", "# Later\n", "1:1 error contract: The file is empty"],
  [
    "a list",
    "- info\n",
    "1:1 error contract: This is no mapping of names to values",
  ],
  [
    "a text that is not UTF-8",
    breakContract("default: Argentina", "default: Espa\uFFFDa"),
    "error contract: The text is not UTF-8 here",
  ],
  [
    "two documents",
    "a: 1\n---\nb: 1\n",
    "error contract: This is not valid YAML: expected a single document",
  ],
  [
    "a merge conflict",
    breakContract("info:\n", "<<<<<<< HEAD\ninfo:\n"),
    "6:1 error contract: A merge conflict is not resolved: `<<<<<<< HEAD`",
  ],
  [
    "a key twice behind a byte order mark",
    "\uFEFFopenapi: 3.1.1\nopenapi: 3.1.1\n",
    "2:1 error contract: This is not valid YAML: duplicated",
  ],
  ...[
    ["a reference to itself", `{ $ref: ${searchText} }`],
    [
      "a schema that is a part of itself",
      `{ allOf: [{ type: string }, { $ref: ${searchText} }] }`,
    ],
    [
      "a schema that stands in itself",
      '{ $ref: "#/components/schemas/SearchText/items" }',
    ],
  ].map(([what = "", schema = ""]): [string, string, string] => [
    what,
    breakContract(
      /^ {4}SearchText:[^]*?\n(?= {4}\w)/m,
      `    SearchText: ${schema}\n`,
    ),
    `The \`$ref\` leads to itself: ${JSON.parse(searchText)} → ${JSON.parse(searchText)}`,
  ]),
  [
    "a contract of webhooks alone",
    "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\nwebhooks: { a: { post: {} } }\n",
    "2:1 error info-license: ",
  ],
  ...[
    ["that YAML reads as a number", "openapi: 3.1", "3.1"],
    ["of which OpenAPI has none", "openapi: 3.1.x", '"3.1.x"'],
  ].map(([what = "", version = "", shown = ""]): [string, string, string] => [
    `a version ${what}`,
    breakContract("openapi: 3.1.1", version),
    `:4:1 error contract: The version of OpenAPI has three numbers, such as \`openapi: 3.1.1\`; the contract has ${shown}\n`,
  ]),
  [
    "a path that is itself",
    breakContract("paths:\n", 'paths:\n  /v1/a: { $ref: "#/paths/~1v1~1a" }\n'),
    "error contract: The `$ref` leads to itself: #/paths/~1v1~1a → #/paths/~1v1~1a",
  ],
  [
    "an alias inside of what it stands for",
    "a: &a { b: [*a] }\n",
    "error contract: This is not valid YAML: an alias is inside the node of its own anchor",
  ],
  [
    "more aliases than parsers in Java read",
    breakContract(
      "x-limits:\n",
      `x-limits:\n  a: [&a {}, ${"*a, ".repeat(51)}]\n`,
    ),
    "openapi.yaml:1:1 error contract: Here are ",
  ],
  [
    "a field that is nothing, where a rule expects a schema",
    breakContract(/( {8})vip: \{.*\}/, "$1vip:"),
    "error struct: Expected type `Schema` (object) but got `null`",
  ],
])("of %s it says where and what", async (_, text, expected) => {
  expect(await reportOf(text)).toContain(expected);
});

type Row = [
  string,
  string,
  change: (written: string) => string | undefined,
  expected: RegExp,
];

test.each<Row>([
  [
    "that has another name",
    "tickets.yaml",
    () => undefined,
    /^openapi.openapi\.yaml:.*There is no examples\/tickets\.yaml\nDid you mean examples\/ticketss\.yaml,[^]*\n1 problem$/,
  ],
  [
    "that nobody reads",
    "others.yaml",
    () => "a: {}",
    /^openapi.examples.others\.yaml:1:1 .*Nothing in the contract refers to this file/,
  ],
  [
    "with a merge conflict",
    "tickets.yaml",
    (written) => `=======\n${written}`,
    /^openapi.examples.tickets\.yaml:1:1 .* not resolved/,
  ],
  [
    "with an example that nothing refers to",
    "tickets.yaml",
    (written) => `lost.200.page: { value: {} }\n${written}`,
    /^openapi.examples.tickets\.yaml:1:1 .*Nothing refers to the example `lost\.200\.page`/,
  ],
  [
    "with an example that was renamed",
    "tickets.yaml",
    (written) => written.replaceAll(/^getTicket\./gm, "readTicket."),
    /^openapi.openapi\.yaml:\d+:\d+ error contract: examples\/tickets\.yaml has no `getTicket\.200\.full`.*\nDid you mean readTicket\.200\.full,[^]*\n1 problem$/,
  ],
  [
    "with a wrong value",
    "tickets.yaml",
    (written) => written.replace("number: ", "number: no. "),
    /^openapi.examples.tickets\.yaml:\d+:\d+ .*`number` property type must be integer[^]*\n1 problem$/,
  ],
  [
    "beside the prose with a number that the contract does not have",
    "../introduction.md",
    () => "Events are kept\nfor 31 days.\n",
    /^openapi.introduction\.md:2:5 error contract: The text says "31 days"/,
  ],
  [
    "with an example that is nothing",
    "tickets.yaml",
    (written) =>
      written.replace(/^(getTicket\.200\.full:)[^]*?(?=^\w)/m, "$1\n"),
    /openapi.examples.tickets\.yaml:\d+:\d+ error struct: Expected type `Example` \(object\) but got `null`/,
  ],
])(
  "of a file of examples %s it says where and what",
  async (_, name, change, expected) => {
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
