import { describe, expect, test } from "vitest";
import { breakContract, lint, testBreaks, type Break } from "./breaks.ts";

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
      meant: "x-idempotent",
      at: "x-idempotant",
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
      given: "a misspelt keyword of an exact schema",
      from: "x-exact: { format: email }",
      to: "x-exact: { formt: email }",
      rule,
      message: `\`x-exact.formt\` means nothing. ${guide}`,
      meant: "format",
      at: "x-exact: { formt: email }",
    },
    {
      given: "a misspelt part of what rules fill in",
      from: "  envelope: {",
      to: "  envelop: {",
      rule,
      message: `\`x-defaults.envelop\` means nothing. ${guide}`,
      meant: "envelope",
      at: "  envelop: {",
    },
    {
      given: "a misspelt condition of a header",
      from: /( {2}headers:\n {4})every:/,
      to: "$1evry:",
      rule,
      message: `\`x-defaults.headers.evry\` means nothing. ${guide}`,
      meant: "every",
      at: "evry:",
    },
    ...[
      ["    path:", "    pth:", "pth", "path"],
      ["    IfMatch:", "    IfMtch:", "IfMtch", "IfMatch"],
    ].map(([from = "", to = "", name = "", meant = ""]) => ({
      given: `a condition ${name}, which no operation meets`,
      from,
      to,
      rule: "contacts/known-conditions",
      message:
        `No operation has \`${name}\`: a condition is every, scope, path, parameter, body, ` +
        "or the name of a security scheme or a parameter of `components`. See openapi/README.md#what-is-filled-in",
      meant,
      at: to,
    })),
    {
      given: "a mark of an operation on a schema",
      from: "x-per-element: true",
      to: "x-per-element: true\n          x-idempotent: true",
      rule,
      message: `\`x-idempotent\` means nothing here: it is for Operation. ${guide}`,
      at: /x-per-element: true\n +x-idempotent/,
    },
  ]);
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

describe("lists, fields and days", () => {
  testBreaks([
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
