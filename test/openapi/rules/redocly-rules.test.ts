import { expect, test } from "vitest";
import { breakContract, lint, listed, vip } from "./breaks.ts";

const conflict = /(?<=\n {7}) "409":/;
/** Another status of a creation before its conflict, whose JSON is this. */
const accepted = (content: string) => ` "202":
          description: A page of contacts, later.
          content:
            application/json:
              ${content}
       $&`;

/** One more operation, with a response of this status. */
const labels = (operationId: string, status: string) => `  /v1/labels:
    get:
      tags: [Contacts]
      summary: List labels
      description: Lists labels.
      operationId: ${operationId}
      security: [{ apiKey: ["contacts:read"] }]
      responses:
        "${status}": { $ref: "#/components/responses/NotFound" }
        "401": { $ref: "#/components/responses/Unauthorized" }
        default: { $ref: "#/components/responses/OtherError" }
$&`;

/** A change that breaks one rule of redocly.yaml. No other rule may report it. */
interface RuleBreak {
  rule: string;
  from: string | RegExp;
  to: string;
}

test.each<RuleBreak>([
  // Rules of Redocly that its rulesets leave off.
  {
    rule: "array-parameter-serialization",
    from: "      parameters:\n",
    to: `$&        - name: label
          in: query
          description: Labels.
          example: [a]
          schema: { type: array, maxItems: 5, items: { type: string, maxLength: 9 } }
`,
  },
  {
    rule: "no-http-verbs-in-paths",
    from: "/v1/contacts/{id}:",
    to: "/v1/get_contacts/{id}:",
  },
  {
    rule: "operation-description",
    from: /(summary: Read a contact\n).*\n/,
    to: "$1",
  },
  {
    rule: "operation-singular-tag",
    from: "tags: [Contacts]",
    to: "tags: [Contacts, Contacts]",
  },
  {
    rule: "parameter-description",
    from: "      description: The largest number of elements in a page.\n",
    to: "",
  },
  { rule: "path-http-verbs-order", from: "    get:\n", to: "    trace:\n" },
  {
    rule: "path-segment-plural",
    from: "/v1/contacts/{id}:",
    to: "/v1/contact/{id}:",
  },
  {
    rule: "request-mime-type",
    from: /(requestBody:\n.*\n.*\n *)application\/json/,
    to: "$1application/xml",
  },
  {
    rule: "response-mime-type",
    from: /(operationId: listContacts[^]*?)application\/json/,
    to: "$1application/xml",
  },
  {
    rule: "security-defined",
    from: '- apiKey: ["contacts:write"]',
    to: '- token: ["contacts:write"]',
  },

  // Rules of our own in redocly.yaml.
  {
    rule: "rule/version-semantic",
    from: /version: \d+\.\d+\.\d+/,
    to: "version: one",
  },
  {
    rule: "rule/path-snake-case",
    from: "/v1/contacts/{id}:",
    to: "/v1/my-contacts/{id}:",
  },
  {
    rule: "rule/operation-id-camel-case",
    from: "  /v1/contacts:\n",
    to: labels("list_labels", "200"),
  },
  { rule: "rule/operation-tagged", from: "      tags: [Contacts]\n", to: "" },
  { rule: "rule/field-snake-case", from: vip, to: "$1totalCount: $2\n$&" },
  {
    rule: "rule/parameter-snake-case",
    from: "name: contact_id\n",
    to: "name: contactId\n",
  },
  {
    rule: "rule/no-page-number",
    from: "name: contact_id\n",
    to: "name: per_page\n",
  },
  {
    rule: "rule/parameter-example",
    from: /( {4}Limit:\n(?:.*\n)*?) {6}example: .*\n/,
    to: "$1",
  },
  {
    rule: "rule/success-declared",
    from: "  /v1/contacts:\n",
    to: labels("listLabels", "404"),
  },
  {
    rule: "rule/response-has-body",
    from: '        "409": {',
    to: '        "418": { description: A teapot. }\n        "409": {',
  },
  {
    rule: "rule/string-bounded",
    from: "Phone: { type: string, maxLength: 64, pattern: '^[^\\x00]*$' }",
    to: "Phone: { type: string, minLength: 0 }",
  },
  { rule: "rule/format-known", from: "format: email", to: "format: emial" },
  { rule: "rule/array-bounded", from: "      maxItems: *tags\n", to: "" },
  {
    rule: "rule/array-bounded",
    from: /(    Tags:\n[^]*?) +items:[^]*?(?=\n    \w)/,
    to: "$1",
  },
  {
    rule: "rule/required-listed",
    from: /(TicketSummary:\n[^]*?) +required: .*\n/,
    to: "$1",
  },
  {
    rule: "rule/body-has-examples",
    from: conflict,
    to: accepted('schema: { $ref: "#/components/schemas/ContactPage" }'),
  },
  {
    rule: "rule/body-has-examples",
    from: conflict,
    to: accepted(
      'examples: { empty: { $ref: "./examples/contacts.yaml#/listContacts.200.empty" } }',
    ),
  },
  {
    rule: "rule/deprecated-until",
    from: listed,
    to: '$&$1deprecated: true\n$1x-deprecated-on: "2026-11-01"\n',
  },
  {
    rule: "rule/deprecated-since",
    from: listed,
    to: '$&$1deprecated: true\n$1x-sunset: "2030-01-01"\n',
  },
  {
    rule: "rule/deprecated-until",
    from: "      name: limit\n",
    to: '$&      x-sunset: "2030-01-01"\n',
  },
])("$rule", async ({ rule, from, to }) => {
  const messages = await lint(breakContract(from, to));
  const rules = messages.map((line) => line.replace(/^\d+ (\S+): .*/s, "$1"));
  // A response that was added lacks headers too.
  expect(
    rules.filter((each) => each !== "contacts/operation-responses"),
  ).toEqual([rule]);
});
