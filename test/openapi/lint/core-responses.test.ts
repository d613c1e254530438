import { testMistakes, withOperation } from "./mistakes.ts";

// Tests `npm run lint -- FILE` with wrong responses and media types.

const done = { description: "Done." };
const withStatus = (status: string) =>
  withOperation({ responses: { [status]: done } });
const wrongStatus = (status: string) =>
  `error core/known-statuses: \`${status}\` is no status: write one from 100 to 599, a range from 1XX to 5XX, or \`default\``;
const encoded = (fields: object) =>
  withOperation({
    requestBody: {
      content: { "multipart/mixed": { prefixEncoding: [fields] } },
    },
  });
const content = (fields: object) =>
  withOperation({
    responses: { "200": { ...done, content: { "text/plain": fields } } },
  });

const ofCrew = (crew: unknown) => {
  const Person = { type: "object", properties: { name: { type: "string" } } };
  const schema = {
    type: "object",
    properties: {
      crew: {
        allOf: [{ $ref: "#/components/schemas/Person" }],
        nullable: true,
      },
    },
  };
  return withOperation(
    {
      responses: {
        "200": {
          ...done,
          content: { "application/json": { schema, example: { crew } } },
        },
      },
    },
    { components: { schemas: { Person } } },
  );
};
const ship = (example: object) =>
  content({
    schema: { properties: { crew: { properties: { cook: {} } } } },
    example,
  });

testMistakes([
  {
    wrong: "an example beside a `nullable` that has `allOf` in 3.0",
    openapi: "3.0.4",
    contract: ofCrew({ name: 5 }),
    problem:
      "warn no-invalid-media-type-examples: Example value must conform to the schema: `name` property type must be string.",
    line: "name: 5",
    right: ofCrew(null),
  },
  {
    wrong: "an example with a field that an open schema does not list",
    contract: ship({ deck: 1 }),
    problem:
      "warn no-invalid-media-type-examples: The example has `deck`, which the schema does not list",
    line: "deck: 1",
    right: ship({ crew: {} }),
  },
  {
    wrong: "an example with an unlisted field in an inner object",
    contract: ship({ crew: { baker: 1 } }),
    problem:
      "warn no-invalid-media-type-examples: The example has `baker` in `crew`, which the schema does not list",
    line: "baker: 1",
    right: ship({ crew: { cook: 1 } }),
  },
  {
    wrong: "a range of statuses in lower case",
    contract: withStatus("2xx"),
    problem: wrongStatus("2xx"),
    line: "2xx:",
    right: withStatus("2XX"),
  },
  {
    wrong: "a range of less than a hundred statuses",
    contract: withStatus("20X"),
    problem: wrongStatus("20X"),
    line: "20X:",
    right: withStatus("200"),
  },
  {
    wrong: "a status after 599",
    contract: withStatus("600"),
    problem: wrongStatus("600"),
    line: '"600":',
    right: withStatus("599"),
  },
  {
    wrong: "a status before 100",
    contract: withStatus("99"),
    problem: "error struct: Property `99` is not expected here.",
    line: '"99":',
    right: withStatus("100"),
  },
  ...["3.0.4", "3.1.2", "3.2.0"].map((openapi) => ({
    wrong: `no response in ${openapi}`,
    openapi,
    contract: withOperation({ responses: {} }),
    problem:
      "error core/known-statuses: `responses` has at least one status, or `default`",
    line: "responses: {}",
    right: withStatus("default"),
  })),
  {
    wrong: "a response without description before 3.2",
    contract: withOperation({ responses: { "204": {} } }),
    problem:
      "error struct: The field `description` must be present on this level.",
    line: '"204": {}',
    right: withStatus("204"),
  },
  {
    wrong: "a response of 3.2 with an unknown field, also without description",
    openapi: "3.2.0",
    contract: withOperation({ responses: { "204": { note: "Done." } } }),
    problem: "error struct: Property `note` is not expected here.",
    line: "note: Done.",
    right: withOperation({ responses: { "204": { summary: "Done." } } }),
  },
  {
    wrong: "a media type with an example and examples",
    contract: content({ example: "a", examples: { b: { value: "b" } } }),
    problem:
      "error rule/media-type-one-example: The fields `example`, `examples` exclude each other: remove one",
    line: "text/plain:",
    right: content({ examples: { b: { value: "b" } } }),
  },
  {
    wrong: "an encoding of a media type by name and by position",
    ignored: "core/known-to-tools",
    openapi: "3.2.0",
    contract: content({ encoding: {}, prefixEncoding: [] }),
    problem:
      "error spec-no-invalid-encoding-combinations: The 'encoding' field cannot be used together with 'prefixEncoding' or 'itemEncoding'.",
    line: "encoding: {}",
    right: content({ prefixEncoding: [], itemEncoding: {} }),
  },
  {
    wrong: "an encoding in an encoding by name and by position",
    ignored: "core/known-to-tools",
    openapi: "3.2.0",
    contract: encoded({ encoding: {}, prefixEncoding: [] }),
    problem:
      "error rule/encoding-name-or-position: The fields `encoding`, `prefixEncoding` exclude each other: remove one",
    line: "- encoding: {}",
    right: encoded({ encoding: {} }),
  },
  {
    wrong: "an encoding in an encoding by name and for each item",
    ignored: "core/known-to-tools",
    openapi: "3.2.0",
    contract: encoded({ encoding: {}, itemEncoding: {} }),
    problem:
      "error rule/encoding-name-or-item: The fields `encoding`, `itemEncoding` exclude each other: remove one",
    line: "- encoding: {}",
    right: encoded({ prefixEncoding: [], itemEncoding: {} }),
  },
  {
    wrong: "an example with a value and a file",
    contract: content({
      examples: { b: { value: "b", externalValue: "b.txt" } },
    }),
    problem:
      "error spec-example-values: The 'value' and 'externalValue' fields of an example object are mutually exclusive.",
    line: "value: b",
    right: content({ examples: { b: { externalValue: "b.txt" } } }),
  },
]);
