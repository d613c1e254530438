import { describe } from "vitest";
import { testBreaks } from "./breaks.ts";

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
      to: "$&$1deprecated: true\n",
      rule: "contacts/deprecation",
      message: "An element with `deprecated` needs `x-sunset`. See openapi/README.md#deprecation",
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
