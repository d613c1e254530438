import { expect, test } from "vitest";
import {
  breakContract,
  expectProblem,
  lint,
  listed,
  original,
  vip,
  type Break,
} from "./breaks.ts";

const listedLine =
  original.split("\n").findIndex((line) => listed.test(`${line}\n`)) + 1;

test.each<Break>([
  {
    from: "    get:\n",
    to: "    gett:\n",
    message: "struct: Property `gett` is not expected here. (get?)",
  },
  {
    from: "operationId: getContact\n",
    to: "operationId: listContacts\n",
    message: `core/operation-ids-unique: \`GET /v1/contacts\` in line ${listedLine} has the operationId \`listContacts\` too`,
  },
  {
    from: "      base_url:\n",
    to: "      host: { default: a }\n$&",
    message:
      "core/server-variables-used: The URL of the server does not use its variable `host`",
  },
])("$message", expectProblem);

test("operations, events, parameters, fields and headers can be deprecated", async () => {
  const sunset = 'deprecated: true\n      x-sunset: "2099-12-31"';
  const since = 'x-deprecated-on: "2026-11-01"';
  const changes = [
    {
      from: / {6}operationId: listContacts\n/,
      to: `$&      ${sunset}\n      ${since}\n`,
    },
    {
      from: / {6}operationId: contactCreated\n/,
      to: `$&      ${sunset}\n      ${since}\n`,
    },
    { from: / {6}name: limit\n/, to: `$&      ${sunset}\n` },
    { from: / {4}ETag:\n/, to: `$&      ${sunset}\n` },
    {
      from: vip,
      to: '$1vip: { deprecated: true, x-sunset: "2099-12-31", type: boolean, description: Whether. }',
    },
  ];
  let text = original;
  for (const { from, to } of changes) text = text.replace(from, to);
  expect(text.match(/x-sunset: /g)).toHaveLength(5);
  expect(await lint(text)).toEqual([]);
});

test.each([
  {
    given: "null instead of scopes",
    from: '["contacts:write"]',
    to: "null",
    rules: ["struct", "contacts/known-scopes"],
  },
  {
    given: "a pattern that is none",
    from: "maxLength: 64, pattern: '^[^\\x00]*$' }",
    to: "maxLength: 64, pattern: '^[$$' }",
    rules: ["contacts/portable-schemas", "no-invalid-media-type-examples"],
  },
])("$given does not stop lint", async ({ from, to, rules }) => {
  const messages = await lint(breakContract(from, to));
  expect(new Set(messages.map((line) => line.split(/[ :]/)[1]))).toEqual(
    new Set(rules),
  );
});

test("an old number in a decision is found, also one that is no time or size", async () => {
  const problems = await lint(breakContract("webhooks: 20", "webhooks: 30"));

  expect(problems).toEqual([
    expect.stringContaining(
      'contract: The text says "20 webhooks", which is no number of `x-limits`',
    ),
  ]);
});

test("an example is checked again when it, or a schema, changes behind a text that changed", async () => {
  const described = original.replace(
    "elements in a page.",
    "elements of a page.",
  );
  const rulesOf = async (text: string) =>
    new Set(
      (await lint(text)).map((line) => line.replace(/^\d+ ([^:]+):.*/s, "$1")),
    );
  expect(await rulesOf(described)).toEqual(new Set());
  const example = described.replace(
    "\n      example: 2\n",
    "\n      example: many\n",
  );
  expect(await rulesOf(example)).toEqual(
    new Set(["no-invalid-parameter-examples"]),
  );
  const schema = described.replace(
    /(\n {4}PersonName:[^]*?maxLength: )255/,
    "$13",
  );
  expect(await rulesOf(schema)).toEqual(
    new Set(["no-invalid-media-type-examples"]),
  );
  expect(await rulesOf(described)).toEqual(new Set());
});
