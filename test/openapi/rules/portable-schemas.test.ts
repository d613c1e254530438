import { expect, test } from "vitest";
import {
  breakContract,
  expectProblem,
  lineOf,
  lint,
  original,
  withLink,
} from "./breaks.ts";

/** The place for a field that no example has. */
const fields = /(CreateContactRequest:\n[^]*?properties:\n)/;
/** The contract with these schemas there, the first at the line. */
function withFields(schemas: string[]): { text: string; line: number } {
  const added = schemas.map(
    (schema, i) => `        extra_${i}: { description: Extra., ${schema} }\n`,
  );
  const text = breakContract(
    fields,
    `$1${added.join("").replaceAll("$", "$$$$")}`,
  );
  return { text, line: lineOf(text) };
}
const pattern = (text: string) =>
  `type: string, maxLength: 64, pattern: '${text}'`;
const unread = (part: string) =>
  `contacts/portable-schemas: Languages read this pattern differently. Cause: \`${part}\`. #patterns`;
const shape = (message: string) =>
  `contacts/portable-schemas: ${message}. #shapes`;
const number =
  "contacts/portable-schemas: A number has a format (int32, int64, double) and bounds. #numbers";

test("a schema is refused that languages or generators read differently", async () => {
  const breaks: { schema: string; message: string }[] = [
    { schema: pattern("^(?=a)a$"), message: unread("(?=") },
    { schema: pattern("^a(?<=a)$"), message: unread("(?<") },
    { schema: pattern("^\\p{L}$"), message: unread("\\p") },
    { schema: pattern("^\\d+$"), message: unread("\\d") },
    { schema: pattern("^[^\\xa0]*$"), message: unread("\\x") },
    { schema: pattern("^ñ$"), message: unread("ñ") },
    { schema: pattern("^(a)\\1$"), message: unread("\\1") },
    { schema: pattern("a$"), message: unread("no ^ at the start") },
    { schema: pattern("^a"), message: unread("no $ at the end") },
    {
      schema: "type: string, format: date-time, maxLength: 40",
      message:
        "contacts/portable-schemas: A value of the format `date-time` has a type of its own, which has no length. #patterns",
    },
    {
      schema: "type: string, format: date, pattern: '^[0-9-]+$'",
      message:
        "contacts/portable-schemas: A value of the format `date` has a type of its own, which no pattern fits. #patterns",
    },
    {
      schema:
        "allOf: [{ type: string, maxLength: 9 }], properties: {}, required: []",
      message: shape(
        "Generators drop `properties` beside `allOf`: make them its second branch",
      ),
    },
    {
      schema: "oneOf: [{ type: string, maxLength: 9 }, { type: 'null' }]",
      message: shape(
        "A decoder has to guess between the branches of this `oneOf`: give it a `discriminator` with a `mapping`",
      ),
    },
    {
      schema: "anyOf: [{ type: string, maxLength: 9 }, { type: boolean }]",
      message: shape(
        "A decoder has to guess between the branches of this `anyOf`: write a `oneOf` with a `discriminator`",
      ),
    },
    {
      schema: "type: [string, boolean], maxLength: 9",
      message: shape(
        "Few languages have one type for several: write no type, and put the types into `x-exact`",
      ),
    },
    {
      schema: "type: object, unevaluatedProperties: false",
      message: shape("Generators do not know `unevaluatedProperties`"),
    },
    {
      schema: "type: boolean, const: true",
      message: shape("Generators cannot write a boolean constant"),
    },
    { schema: "type: integer, minimum: 0, maximum: 9", message: number },
    { schema: "type: number, format: double, minimum: 0", message: number },
    {
      schema: "type: number, format: float, minimum: 0, maximum: 1",
      message: number,
    },
  ];
  const { text, line } = withFields(breaks.map(({ schema }) => schema));
  const messages = breaks.map(
    ({ message }, i) => `${line + i} ${withLink(message)}`,
  );
  expect((await lint(text)).sort()).toEqual(messages.sort());
});

test("nothing is reported in the contract as it is, and in patterns that all languages read alike", async () => {
  expect(await lint(original)).toEqual([]);
  const { text } = withFields(
    ["^[\\x00-\\x7f]*$", "^(?:a|b)\\\\\\.$", "^[^\\n\\t]{1,9}$"].map(pattern),
  );
  expect(await lint(text)).toEqual([]);
});

test("a keyword beside a reference, which tools do not read, is refused", () =>
  expectProblem({
    from: /(schemas\/Email"), /,
    to: '$1, default: "", ',
    message: shape(
      "Tools do not read `default` beside a $ref: write the schema out here",
    ),
  }));
