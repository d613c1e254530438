import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLint, lintReport } from "../../../openapi/lint/lint.ts";
import { breakContract, lint, original, testBreaks, type Break } from "./breaks.ts";

describe("references", () => {
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
    {
      given: "a reference to another kind",
      from: 'schema: { $ref: "#/components/schemas/SearchText" }',
      to: 'schema: { $ref: "#/components/parameters/Limit" }',
      rule,
      message:
        "`#/components/parameters/Limit` is no Schema, as it stands in parameters. See openapi/README.md#references",
      at: 'schema: { $ref: "#/components/parameters/Limit"',
    },
    {
      given: "a reference to a text",
      from: 'schema: { $ref: "#/components/schemas/SearchText" }',
      to: 'schema: { $ref: "#/info/title" }',
      rule,
      message: "`#/info/title` is no mapping. See openapi/README.md#references",
      at: "#/info/title",
    },
    {
      given: "a reference that is no text",
      from: 'schema: { $ref: "#/components/schemas/SearchText" }',
      to: "schema: { $ref: }",
      rule,
      message:
        "`null` is no part of this file, such as `#/components/schemas/Name`. See openapi/README.md#references",
      at: "{ $ref: }",
    },
    ...["search.yaml#/Text", "#"].map((reference) => ({
      given: `a reference to ${reference}`,
      from: 'schema: { $ref: "#/components/schemas/SearchText" }',
      to: `schema: { $ref: "${reference}" }`,
      rule,
      message: `\`${reference}\` is no part of this file, such as \`#/components/schemas/Name\`. See openapi/README.md#references`,
      at: `schema: { $ref: "${reference}"`,
    })),
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
    ["an empty file", "\n", "1:1 error contract: The file is empty"],
    ["a file of comments", "# Later\n", "1:1 error contract: The file is empty"],
    ["a list", "- info\n", "1:1 error contract: This is no mapping of names to values"],
    [
      "two documents",
      "a: 1\n---\nb: 1\n",
      "error contract: This is not valid YAML: expected a single document",
    ],
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
      "a key twice behind a byte order mark",
      "\uFEFFopenapi: 3.1.1\nopenapi: 3.1.1\n",
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
    [
      "a schema that is a part of itself",
      breakContract({
        from: /^ {4}SearchText:[^]*?\n(?= {4}\w)/m,
        to: '    SearchText: { allOf: [{ type: string }, { $ref: "#/components/schemas/SearchText" }] }\n',
      }),
      "error contract: The `$ref` leads to itself: #/components/schemas/SearchText → #/components/schemas/SearchText",
    ],
    [
      "a schema that stands in itself",
      breakContract({
        from: /^ {4}SearchText:[^]*?\n(?= {4}\w)/m,
        to: '    SearchText: { $ref: "#/components/schemas/SearchText/items" }\n',
      }),
      "error contract: The `$ref` leads to itself: #/components/schemas/SearchText → #/components/schemas/SearchText",
    ],
    [
      "a contract of webhooks alone",
      "openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\nwebhooks: { a: { post: {} } }\n",
      "2:1 error info-license: ",
    ],
    [
      "what is filled in, by the part of the contract around it",
      breakContract({ from: "x-examples: [", to: "x-examples: [nope, " }),
      " |   BadRequest:\n     |   ^^^^^^^^^^\n",
    ],
    [
      "a path that is itself",
      breakContract({ from: "paths:\n", to: 'paths:\n  /v1/a: { $ref: "#/paths/~1v1~1a" }\n' }),
      "error contract: The `$ref` leads to itself: #/paths/~1v1~1a → #/paths/~1v1~1a",
    ],
    [
      "an alias inside of what it stands for",
      "a: &a { b: [*a] }\n",
      "error contract: This is not valid YAML: an alias stands inside of what its anchor names",
    ],
    [
      "a field that is nothing, where a rule expects a schema",
      breakContract({ from: /( {8})vip: \{.*\}/, to: "$1vip:" }),
      "error struct: Expected type `Schema` (object) but got `null`",
    ],
  ])("of %s it says where and what", async (_, text, expected) => {
    expect(await said(text)).toContain(expected);
  });

  test.each<[string, string, change: (written: string) => string | undefined, expected: RegExp]>([
    [
      "that is missing",
      "tickets.yaml",
      () => undefined,
      /^openapi.openapi\.yaml:.*There is no examples\/tickets\.yaml[^]*\| +\^{7}\n/,
    ],
    ["that nobody reads", "others.yaml", () => "a: {}", /^openapi.examples.others\.yaml:1:1 .*does not name/],
    [
      "with a merge conflict",
      "tickets.yaml",
      (written) => `=======\n${written}`,
      /^openapi.examples.tickets\.yaml:1:1 .* not resolved/,
    ],
    [
      "that is broken",
      "tickets.yaml",
      (written) => `a: 1\na: 1\n${written}`,
      /^openapi.examples.tickets\.yaml:2:1 .* duplicated mapping key/,
    ],
    [
      "with an object that is not there",
      "tickets.yaml",
      (written) => `lists:\n  lost: { $ref: "#/objects/lost" }\n${written}`,
      /^openapi.examples.tickets\.yaml:2:18 .* there is no such object/,
    ],
    [
      "with an object that contains itself",
      "tickets.yaml",
      (written) => `lists:\n  own: { value: { $ref: "#/lists" } }\n${written}`,
      /^openapi.examples.tickets\.yaml:2:26 .* which contains itself/,
    ],
    [
      "with an example that is nothing",
      "tickets.yaml",
      (written) => written.replace(/^getTicket\.200:\n/m, "$&  later:\n"),
      /openapi.examples.tickets\.yaml:\d+:\d+ error struct: Expected type `Example` \(object\) but got `null`/,
    ],
  ])("of a file of examples %s it says where and what", async (_, name, change, expected) => {
    const folder = mkdtempSync(join(tmpdir(), "contacts-lint-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "openapi/openapi.yaml");
    cpSync("openapi/examples", join(folder, "openapi/examples"), { recursive: true });
    const path = join(folder, "openapi/examples", name);
    const changed = change(existsSync(path) ? readFileSync(path, "utf8") : "");
    if (changed === undefined) rmSync(path);
    else writeFileSync(path, changed);
    expect(lintReport(await (await loading)(original, file), folder)).toMatch(expected);
  });
});

describe("marks", () => {
  const rule = "contacts/known-marks";
  const guide = "See openapi/README.md#decisions-and-marks";

  testBreaks([
    {
      given: "a mark that does not exist",
      from: "x-idempotent: true",
      to: "x-idempotant: true",
      rule,
      message: `There is no mark \`x-idempotant\`. ${guide}`,
      at: "x-idempotant",
    },
    {
      given: "a list of values with a wrong name",
      from: "x-not-sent:",
      to: "x-extensible-enums:",
      rule,
      message: `There is no mark \`x-extensible-enums\`. ${guide}`,
      at: "x-extensible-enums",
    },
    {
      given: "a decision with a wrong name",
      from: "x-decision:",
      to: "x-decison:",
      rule,
      message: `There is no mark \`x-decison\`. ${guide}`,
      at: "x-decison",
    },
    {
      given: "a word for a number",
      from: "eventDays: 30",
      to: "eventDays: thirty",
      rule,
      message: `\`x-limits.eventDays\` must be integer. ${guide}`,
      at: "eventDays: thirty",
    },
    {
      given: "a word for a boolean",
      from: "x-idempotent: true",
      to: "x-idempotent: yes please",
      rule,
      message: `\`x-idempotent\` must be true. ${guide}`,
      at: "x-idempotent: yes",
    },
    {
      given: "a word for what rules fill in",
      from: "x-example-files:\n  [",
      to: "x-example-files:\n  [1, ",
      rule,
      message: `\`x-example-files.0\` must be string. ${guide}`,
      at: "  [1, contacts",
    },
    {
      given: "a mark of an operation on a schema",
      from: "x-per-element: true",
      to: "x-per-element: true\n          x-idempotent: true",
      rule,
      message: `\`x-idempotent\` means nothing here: it is for Operation. ${guide}`,
      at: /x-per-element: true\n +x-idempotent/,
    },
  ]);

  test("it says what was meant", async () => {
    const changes = [
      ["x-idempotent: true", "x-idempotant: true", "x-idempotent"],
      ["x-not-sent:", "x-extensible-enums:", "x-extensible-enum"],
      ["x-decision:", "x-decison:", "x-decision"],
    ] as const;
    const text = changes.reduce((all, [from, to]) => all.replace(from, to), original);
    const report = lintReport(await (await createLint())(text));
    for (const [, , meant] of changes) expect(report).toContain(`Did you mean ${meant}?`);
  });
});

describe("scopes", () => {
  const rule = "contacts/known-scopes";
  const listRequirement = '- apiKey: ["contacts:read"]';

  const withoutRequirement: Break[] = [
    { given: "no security of its own", from: / +security:\n +- apiKey: \["contacts:read"\]\n/, to: "" },
    { given: "an empty list", from: /security:\n +- apiKey: \["contacts:read"\]\n/, to: "security: []\n" },
    { given: "a way around the key", from: listRequirement, to: `${listRequirement}\n        - {}` },
    {
      given: "another way to pass",
      from: listRequirement,
      to: `${listRequirement}\n        - apiKey: ["*"]`,
    },
  ].map(({ given, from, to }) => ({
    given,
    from,
    to,
    rule,
    message:
      "The security of an operation is one requirement of one scheme, which the operation states itself. See openapi/README.md#scopes",
    at: to === "" ? "    get:" : "      security:",
  }));

  testBreaks([
    {
      given: "a scope that is not listed",
      from: '"contacts:write"]',
      to: '"contacts:delete"]',
      rule,
      message:
        "Scope `contacts:delete` is not in the x-scopes of `apiKey`: contacts:read, contacts:write, conversations:read, " +
        "conversations:write, tickets:read, tickets:write, articles:read, events:read, *. See openapi/README.md#scopes",
      at: "contacts:delete",
    },
    {
      given: "a list of scopes that lacks one in use",
      from: / {8}contacts:write: .*\n/,
      to: "",
      rule,
      message:
        "Scope `contacts:write` is not in the x-scopes of `apiKey`: contacts:read, conversations:read, " +
        "conversations:write, tickets:read, tickets:write, articles:read, events:read, *. See openapi/README.md#scopes",
      at: '"contacts:write"]',
    },
    ...withoutRequirement,
    {
      given: "an operation whose scope was forgotten",
      from: listRequirement,
      to: "- apiKey: []",
      rule,
      message:
        "The operation requires no scope: add the scope, or `x-any-key: true`. See openapi/README.md#scopes",
      at: "      security:",
    },
    {
      given: "a scheme that is not there, which Redocly reports",
      from: '- apiKey: ["contacts:write"]',
      to: '- token: ["contacts:write"]',
      rule: "security-defined",
      message: "There is no `token` security scheme defined.",
      at: '- token: ["contacts:write"]',
    },
  ]);

  test("null instead of scopes does not stop lint", async () => {
    const text = breakContract({ from: '["contacts:write"]', to: "null" });
    expect((await lint([text]))[0]?.map((problem) => problem.rule)).toEqual(["struct", rule]);
  });
});

describe("the order of sections", () => {
  const rule = "contacts/section-order";
  const rootOrder =
    "openapi, info, servers, security, tags, x-shared, x-limits, x-delivery, x-defaults, x-unrouted-responses, x-example-files, paths, webhooks, components";
  const componentOrder = "securitySchemes, parameters, headers, requestBodies, responses, schemas, examples";

  testBreaks([
    {
      given: "the tags after the webhooks",
      from: /^(tags:\n[^]*?)^(# Said once[^]*)^(components:)/m,
      to: "$2$1$3",
      rule,
      message: `Section \`tags\` stands after \`webhooks\`. The order is: ${rootOrder}. See openapi/README.md#order`,
      at: /^tags:/m,
    },
    {
      given: "the version after the rest of the head",
      from: /^openapi: .*\n([^]*?)(?=^tags:)/m,
      to: "$1openapi: 3.1.1\n",
      rule,
      message: `Section \`openapi\` stands after \`security\`. The order is: ${rootOrder}. See openapi/README.md#order`,
      at: /^openapi:/m,
    },
    {
      given: "the headers before the parameters",
      from: /^( {2}parameters:\n[^]*?)^( {2}headers:\n[^]*?)^(?= {2}responses:)/m,
      to: "$2$1",
      rule,
      message: `Section \`parameters\` stands after \`headers\`. The order is: ${componentOrder}. See openapi/README.md#order`,
      at: /^ {2}parameters:/m,
    },
    {
      given: "two sections astray, of which the first is named",
      from: /^(security:\n[^]*?)^(tags:\n[^]*?)^(# Said once[^]*)^(components:)/m,
      to: "$3$2$1$4",
      rule,
      message: `Section \`tags\` stands after \`webhooks\`. The order is: ${rootOrder}. See openapi/README.md#order`,
      at: /^tags:/m,
    },
    {
      given: "an unknown kind of components",
      from: /^ {2}securitySchemes:/m,
      to: "  pathItems: {}\n$&",
      rule,
      message: `Section \`pathItems\` has no place. The order is: ${componentOrder}. See openapi/README.md#order`,
      at: "pathItems:",
    },
  ]);
});

describe("what a designer forgets", () => {
  testBreaks([
    {
      given: "a field in camelCase",
      from: /( {8})vip: (\{.*\})/,
      to: "$&\n$1totalCount: $2",
      rule: "rule/field-snake-case",
      message: "The fields of JSON objects are written in snake_case. See openapi/README.md#names",
      at: "totalCount:",
    },
    {
      given: "a query parameter in camelCase",
      from: "name: contact_id\n",
      to: "name: contactId\n",
      rule: "rule/parameter-snake-case",
      message: "Parameters are written in snake_case. See openapi/README.md#names",
      at: "name: contactId",
    },
    {
      given: "a number of a page",
      from: "name: contact_id\n",
      to: "name: per_page\n",
      rule: "rule/no-page-number",
      message: "A list is read by cursor, not by a number of pages. See openapi/README.md#pages",
      at: "name: per_page",
    },
    {
      given: "a parameter without example",
      from: /( {4}Limit:\n(?:.*\n)*?) {6}example: .*\n/,
      to: "$1",
      rule: "rule/parameter-example",
      message:
        "A parameter has an example, which the docs show and tools send. See openapi/README.md#examples",
      at: "    Limit:",
    },
    {
      given: "a list without limit",
      from: /(operationId: listMessages[^]*?) +- \$ref: "#\/components\/parameters\/Limit"\n/,
      to: "$1",
      rule: "contacts/list-pages",
      message: "The list is not read in pages: limit missing. See openapi/README.md#pages",
      at: /operationId: listMessages[^]*?responses:/,
    },
    {
      given: "a field without description",
      from: "description: The messages of this page., ",
      to: "",
      rule: "contacts/described-fields",
      message: "The field `data` has no description. See openapi/README.md#fields",
      at: /MessagePage:[^]*?data:/,
    },
    {
      given: "a field of which nothing is said",
      from: /( {8})vip: (\{.*\})/,
      to: "$&\n$1anything: true",
      rule: "contacts/described-fields",
      message: "The field `anything` has no description. See openapi/README.md#fields",
      at: "anything: true",
    },
    {
      given: "a moment that is any text",
      from: /( +)created_at: .*\n/,
      to: "$1created_at: { description: When., type: string, maxLength: 30 }\n",
      rule: "contacts/described-fields",
      message: "The field `created_at` has no `format: date-time`. See openapi/README.md#fields",
      at: "created_at: {",
    },
    {
      given: "a decision that nobody took",
      from: "x-decision: [D-32]",
      to: "x-decision: [D-99]",
      rule: "contacts/known-decisions",
      message: "D-99: openapi/decisions.md has no such heading. See openapi/README.md#decisions-and-marks",
      at: "x-decision: [D-99]",
    },
    {
      given: "a deprecated operation without a day",
      from: /( +)operationId: listContacts\n/,
      to: '$&$1deprecated: true\n$1x-deprecated-on: "2026-11-01"\n',
      rule: "contacts/deprecation",
      message: "An element with `deprecated` needs `x-sunset`. See openapi/README.md#deprecation",
      at: "deprecated: true",
    },
    {
      given: "a deprecated operation that does not say since when",
      from: /( +)operationId: listTickets\n/,
      to: '$&$1deprecated: true\n$1x-sunset: "2030-01-01"\n',
      rule: "contacts/deprecation",
      message: "An element with `deprecated` needs `x-deprecated-on`. See openapi/README.md#deprecation",
      at: "deprecated: true",
    },
    {
      given: "a day for a parameter that is not deprecated",
      from: "      name: limit\n",
      to: '$&      x-sunset: "2030-01-01"\n',
      rule: "contacts/deprecation",
      message: "An element with `x-sunset` needs `deprecated: true`. See openapi/README.md#deprecation",
      at: "x-sunset",
    },
  ]);
});
