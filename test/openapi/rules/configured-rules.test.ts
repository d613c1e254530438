import { describe, expect, test } from "vitest";
import { lint, original, testBreaks } from "./breaks.ts";

test("an example is checked again when it, or a schema, changes behind a text that changed", async () => {
  const described = original.replace("elements in a page.", "elements of a page.");
  const found = await lint([
    original,
    described,
    described.replace("\n      example: 2\n", "\n      example: many\n"),
    described.replace(/(\n {4}PersonName: .*maxLength: )255/, "$13"),
    described,
  ]);
  const rules = found.map((problems) => new Set(problems.map(({ rule }) => rule)));
  expect(rules).toEqual([
    new Set(),
    new Set(),
    new Set(["no-invalid-parameter-examples"]),
    new Set(["no-invalid-media-type-examples"]),
    new Set(),
  ]);
});

describe("rules of Redocly that its rulesets leave off", () => {
  testBreaks([
    {
      given: "a list parameter without style and explode",
      from: "      parameters:\n",
      to: `$&        - name: label
          in: query
          description: Labels.
          example: [a]
          schema: { type: array, maxItems: 5, items: { type: string, maxLength: 9 } }
`,
      rule: "array-parameter-serialization",
      message: "Parameter `label` should have `style` and `explode ` fields",
      at: "- name: label",
    },
    {
      given: "a verb in a path",
      from: "/v1/contacts/{id}:",
      to: "/v1/get_contacts/{id}:",
      rule: "no-http-verbs-in-paths",
      message: "path `/v1/get_contacts/{id}` should not contain http verb get",
      at: "/v1/get_contacts/{id}:",
    },
    {
      given: "an operation without description",
      from: /(summary: Read a contact\n).*\n/,
      to: "$1",
      rule: "operation-description",
      message: "Operation object should contain `description` field.",
      at: /contacts\/\{id\}:\n.*get:/,
    },
    {
      given: "an operation with two tags",
      from: "tags: [Contacts]",
      to: "tags: [Contacts, Contacts]",
      rule: "operation-singular-tag",
      message: "Operation `tags` object should have only one tag.",
      at: "tags: [Contacts, Contacts]",
    },
    {
      given: "a tag that is not declared",
      from: "tags: [Contacts]",
      to: "tags: [People]",
      rule: "operation-tag-defined",
      message: "Operation tags should be defined in global tags.",
      at: "tags: [People]",
    },
    {
      given: "a parameter without description",
      from: "      description: The largest number of elements in a page.\n",
      to: "",
      rule: "parameter-description",
      message: "Parameter object description must be present.",
      at: "    Limit:",
    },
    {
      given: "methods out of order",
      from: "    get:\n",
      to: "    put:\n",
      rule: "path-http-verbs-order",
      message: "Operation http verbs must be ordered.",
      at: "    post:",
    },
    {
      given: "a path in the singular",
      from: "/v1/contacts/{id}:",
      to: "/v1/contact/{id}:",
      rule: "path-segment-plural",
      message: "path segment `contact` should be plural.",
      at: "/v1/contact/{id}:",
    },
    {
      given: "a path in kebab-case",
      from: "/v1/contacts/{id}:",
      to: "/v1/my-contacts/{id}:",
      rule: "rule/path-snake-case",
      message: "Paths are written in snake_case. See openapi/README.md#names",
      at: "/v1/my-contacts/{id}:",
    },
    {
      given: "a request body that is not JSON",
      from: /(requestBody:\n.*\n.*\n *)application\/json/,
      to: "$1application/xml",
      rule: "request-mime-type",
      message: 'Mime type "application/xml" is not allowed',
      at: "application/xml",
    },
    {
      given: "a response that is not JSON",
      from: "application/json",
      to: "application/xml",
      rule: "response-mime-type",
      message: 'Mime type "application/xml" is not allowed',
      at: "application/xml",
    },
  ]);
});

describe("rules of our own that redocly.yaml says", () => {
  const bounds = {
    string: "A string says what it may hold. See openapi/README.md#bounds",
    array: "An array says how many items it may hold. See openapi/README.md#bounds",
  };
  testBreaks([
    {
      given: "an operationId in snake_case",
      from: "  /v1/contacts:\n",
      to: `  /v1/labels:
    get:
      operationId: list_labels
      tags: [Contacts]
      summary: List labels
      description: Lists labels.
      security: [{ apiKey: ["contacts:read"] }]
      responses: { "200": { $ref: "#/components/responses/NotFound" } }
$&`,
      rule: "rule/operation-id-camel-case",
      message: "An operationId is written in camelCase. See openapi/README.md#names",
      at: "operationId: list_labels",
    },
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
      given: "a response without a body",
      from: '        "409": {',
      to: '        "418": { description: A teapot. }\n        "409": {',
      rule: "rule/response-has-body",
      message: "Every response has a JSON body, errors as well. See openapi/README.md#responses",
      at: '"418":',
    },
    {
      given: "a text of any length",
      from: "Phone: { type: string, maxLength: 64, pattern: *text }",
      to: "Phone: { type: string, minLength: 0 }",
      rule: "rule/string-bounded",
      message: bounds.string,
      at: "Phone: {",
    },
    {
      given: "a misspelt format",
      from: "format: email",
      to: "format: emial",
      rule: "rule/format-known",
      message:
        "A format is date, date-time, email, uri, uuid, int32, int64 or double, which tools check. See openapi/README.md#bounds",
      at: "format: emial",
    },
    {
      given: "a list of any length",
      from: "      maxItems: *tags\n",
      to: "",
      rule: "rule/array-bounded",
      message: bounds.array,
      at: "    Tags:",
    },
    {
      given: "a list of anything",
      from: /(    Tags:\n[^]*?) +items:[^]*?(?=\n    \w)/,
      to: "$1",
      rule: "rule/array-bounded",
      message: bounds.array,
      at: "    Tags:",
    },
    {
      given: "an object that neither lists what it requires nor is closed",
      from: /(TicketSummary:\n[^]*?) +required: .*\n/,
      to: "$1",
      rule: "rule/required-listed",
      message: "An object lists its required fields. See openapi/README.md#objects",
      at: "    TicketSummary:",
    },
    ...[
      ["examples", 'schema: { $ref: "#/components/schemas/ContactPage" }'],
      ["a schema", 'examples: { empty: { $ref: "#/components/examples/listContacts.200.empty" } }'],
    ].map(([missing, content = ""]) => ({
      given: `a body without ${missing}`,
      from: /(?<=\n {7}) "409":/,
      to: ` "202":
          description: A page of contacts, later.
          content:
            application/json:
              ${content}
       $&`,
      rule: "rule/body-has-examples",
      message: "Every body has named examples under components/examples. See openapi/README.md#examples",
      at: /"202":[^]*?application\/json:/,
    })),
  ]);
});
