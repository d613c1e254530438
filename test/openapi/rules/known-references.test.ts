import { testBreaks } from "./breaks.ts";

const rule = "contacts/known-references";

testBreaks([
  {
    given: "a name that no schema has",
    from: 'schema: { $ref: "#/components/schemas/SearchText" }',
    to: 'schema: { $ref: "#/components/schemas/SearchTxt" }',
    rule,
    message:
      "`#/components/schemas/SearchTxt` leads nowhere: #/components/schemas has no `SearchTxt`. See openapi/README.md#references",
    meant: "#/components/schemas/SearchText",
    at: "schemas/SearchTxt",
  },
  {
    given: "a section that does not exist",
    from: 'schema: { $ref: "#/components/schemas/SearchText" }',
    to: 'schema: { $ref: "#/components/schema/SearchText" }',
    rule,
    message:
      "`#/components/schema/SearchText` leads nowhere: #/components has no `schema`. See openapi/README.md#references",
    meant: "#/components/schemas/SearchText",
    at: "schema/SearchText",
  },
  ...[
    ["of each operation", 'responses/Unauthorized" }', 'responses/Lost" }', "responses", "Lost"],
    ["to the schema of an event", "x-event: ContactEvent", "x-event: Lost", "schemas", "Lost"],
    ["to an example of an error", "x-examples: [", "x-examples: [lost.lost, ", "examples", "lost.lost"],
  ].map(([of = "", from = "", to = "", section = "", name = ""]) => ({
    given: `a reference ${of}, where it is written`,
    from,
    to,
    rule,
    message: `\`#/components/${section}/${name}\` leads nowhere: #/components/${section} has no \`${name}\`. See openapi/README.md#references`,
    at: to,
  })),
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
  ...[["search.yaml#/Text"], ["#"], ["SearchText", "#/components/schemas/SearchText"]].map(
    ([reference, meant]) => ({
      ...(meant && { meant }),
      given: `a reference to ${reference}`,
      from: 'schema: { $ref: "#/components/schemas/SearchText" }',
      to: `schema: { $ref: "${reference}" }`,
      rule,
      message: `\`${reference}\` is no part of this file, such as \`#/components/schemas/Name\`. See openapi/README.md#references`,
      at: `schema: { $ref: "${reference}"`,
    }),
  ),
]);
