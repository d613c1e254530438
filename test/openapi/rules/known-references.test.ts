import { expect, test } from "vitest";
import { createLint, lintReport } from "../../../openapi/lint/lint.ts";
import { testBreaks, breakContract } from "./breaks.ts";

const rule = "contacts/known-references";

testBreaks([
  {
    given: "a name that no schema has",
    from: 'schema: { $ref: "#/components/schemas/SearchText" }',
    to: 'schema: { $ref: "#/components/schemas/SearchTxt" }',
    rule,
    message:
      "`#/components/schemas/SearchTxt` leads nowhere: #/components/schemas has no `SearchTxt`. See openapi/README.md#references",
    at: "schemas/SearchTxt",
  },
  {
    given: "a section that does not exist",
    from: 'schema: { $ref: "#/components/schemas/SearchText" }',
    to: 'schema: { $ref: "#/components/schema/SearchText" }',
    rule,
    message:
      "`#/components/schema/SearchText` leads nowhere: #/components has no `schema`. See openapi/README.md#references",
    at: "schema/SearchText",
  },
]);

const loading = createLint();
const said = async (text: string) => lintReport(await (await loading)(text));

test("the report shows the line, and what was meant", async () => {
  const text = breakContract({ from: "parameters/Limit", to: "parameters/Limt" });
  const report = await said(text);
  expect(report).toMatch(/^openapi\/openapi\.yaml:\d+:\d+ error contacts\/known-references: /);
  expect(report).toContain("Did you mean #/components/parameters/Limit?");
  expect(report).toMatch(/\d+ \| .*parameters\/Limt"\n +\| +\^+/);
});

test.each([
  ["an empty file", "\n", "1:1 error contract: The contract is empty"],
  [
    "a merge conflict",
    breakContract({ from: "info:\n", to: "<<<<<<< HEAD\ninfo:\n" }),
    "6:1 error contract: A merge conflict is not resolved: `<<<<<<< HEAD`",
  ],
  [
    "a key twice",
    "openapi: 3.1.1\nopenapi: 3.1.1\n",
    "2:1 error contract: This is not valid YAML: duplicated",
  ],
  [
    "a reference to itself",
    breakContract({
      from: /^ {4}SearchText:[^]*?\n(?= {4}\w)/m,
      to: '    SearchText: { $ref: "#/components/schemas/SearchText" }\n',
    }),
    "error contract: The `$ref` leads to itself: #/components/schemas/SearchText → #/components/schemas/SearchText",
  ],
])("of %s it says where and what", async (_, text, expected) => {
  expect(await said(text)).toContain(expected);
});
