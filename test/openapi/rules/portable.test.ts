import { expect, test } from "vitest";
import { original, testBreaks, lint } from "./breaks.ts";

/** Where a field can stand that no example has. */
const place = /(CreateContactRequest:\n[^]*?properties:\n)/;
let fields = 0;
/** A field of a name of its own, so that one contract can have many. */
function schema(text: string) {
  const name = `extra_${++fields}`;
  const described = text.replace("{", "{ description: Extra.,").replaceAll("$", "$$$$");
  return { from: place, to: `$1        ${name}: ${described}\n`, at: `${name}: {` };
}
const withPattern = (pattern: string) => schema(`{ type: string, maxLength: 64, pattern: '${pattern}' }`);
const see = (heading: string) => `. See openapi/README.md#${heading}`;

testBreaks([
  ...[
    ["a look-ahead", "^(?=a)a$", "(?="],
    ["a look-behind", "^a(?<=a)$", "(?<"],
    ["a class of Unicode", "^\\p{L}$", "\\p"],
    ["a code of four digits", "^\\u0041$", "\\u"],
    ["digits of any script", "^\\d+$", "\\d"],
    ["white space of any script", "^\\s*$", "\\s"],
    ["a word boundary", "^a\\b.*$", "\\b"],
    ["a byte that is no ASCII", "^[^\\xa0]*$", "\\xa"],
    ["a letter that is no ASCII", "^ñ$", "ñ"],
    ["a reference back", "^(a)\\1$", "\\1"],
    ["no start", "a$", "no ^ at the start"],
    ["no end", "^a", "no $ at the end"],
  ].map(([given = "", pattern = "", part = ""]) => ({
    given: `a pattern with ${given}`,
    ...withPattern(pattern),
    rule: "contacts/portable-patterns",
    message: `Not every language reads \`${part === "\\xa" ? "\\x" : part}\` in a pattern alike${see("patterns")}`,
  })),
  {
    given: "a length beside a date",
    ...schema("{ type: string, format: date-time, maxLength: 40 }"),
    rule: "contacts/portable-patterns",
    message: `A value of the format \`date-time\` has a type of its own, which has no length${see("patterns")}`,
  },
  {
    given: "a pattern beside a format",
    ...schema("{ type: string, format: date, pattern: '^[0-9-]+$' }"),
    rule: "contacts/portable-patterns",
    message: `A value of the format \`date\` has a type of its own, which no pattern fits${see("patterns")}`,
  },
  ...[
    [
      "allOf: [{ type: string, maxLength: 9 }], properties: {}, required: []",
      "Generators drop `properties` beside `allOf`: make them its second branch",
    ],
    [
      "oneOf: [{ type: string, maxLength: 9 }, { type: 'null' }]",
      "A decoder has to guess between the branches of this `oneOf`: give it a `discriminator` with a `mapping`",
    ],
    [
      "anyOf: [{ type: string, maxLength: 9 }, { type: boolean }]",
      "A decoder has to guess between the branches of this `anyOf`: write a `oneOf` with a `discriminator`",
    ],
    [
      "type: [string, boolean], maxLength: 9",
      "Few languages have one type for several: write no type, and put the types into `x-exact`",
    ],
    ["type: object, unevaluatedProperties: false", "Generators do not know `unevaluatedProperties`"],
    ["type: boolean, const: true", "Generators cannot write a boolean constant"],
  ].map(([text = "", message = ""]) => ({
    given: text,
    ...schema(`{ ${text} }`),
    rule: "contacts/portable-shapes",
    message: message + see("shapes"),
  })),
  {
    given: "a default beside a reference",
    from: /(CreateContactRequest:[^]*?schemas\/Phone"), /,
    to: '$1, default: "", ',
    rule: "contacts/portable-shapes",
    message: `Tools do not read \`default\` beside a $ref: write the schema out here${see("shapes")}`,
    at: /CreateContactRequest:[^]*?schemas\/Phone"/,
  },
  ...[
    "{ type: integer, minimum: 0, maximum: 9 }",
    "{ type: number, format: double, minimum: 0 }",
    "{ type: number, format: float, minimum: 0, maximum: 1 }",
  ].map((text) => ({
    given: text,
    ...schema(text),
    rule: "contacts/number-formats",
    message: `A number has a format (int32, int64, double) and bounds${see("numbers")}`,
  })),
  {
    given: "a default that is out of bounds",
    from: "maximum: 100, default: 25",
    to: "maximum: 100, default: 250",
    rule: "contacts/valid-defaults",
    message: `The default \`250\` must be <= 100${see("bounds")}`,
    at: "default: 250",
  },
  {
    given: "a closed object in a response",
    from: /(TicketSummary:\n[^]*?)required:/,
    to: "$1additionalProperties: false\n      required:",
    rule: "contacts/open-responses",
    message: `What the API sends is not closed: A ticket without its description${see("open-responses")}`,
    at: /TicketSummary:\n[^]*?additionalProperties/,
  },
  {
    given: "a complete list of values in a response",
    from: /( {4}EventFields:\n[^]*?created_at:.*\n)/,
    to: "$1        kind: { type: string, enum: [a, b], description: Kind. }\n",
    rule: "contacts/open-responses",
    message: `What the API sends may have other values than a, b: list them in an x-extensible-enum${see("open-responses")}`,
    at: /EventFields:[^]*?created_at:.*\n/,
  },
  {
    given: "a number that the contract does not have",
    from: "description: The largest number of elements in a page.",
    to: "description: At most {limits.elements}.",
    rule: "contacts/known-numbers",
    message: `The text names {limits.elements}, and the contract has no such number or text${see("numbers-in-texts")}`,
    at: /^ {4}Limit:\n[^]*?description:/m,
  },
  {
    given: "an error code that is not listed",
    from: / +- request_in_progress\n/,
    to: "",
    rule: "contacts/known-errors",
    message: `The list of error codes in components/schemas/ErrorObject does not have \`request_in_progress\`${see("errors")}`,
    at: /^ {4}ErrorObject:\n[^]*?x-extensible-enum:/m,
  },
]);

test("nothing is said of what all languages read alike", async () => {
  const patterns = ["^[\\x00-\\x7f]*$", "^(?:a|b)\\\\\\.$", "^[^\\n\\t]{1,9}$"].map(withPattern);
  const text = patterns.reduce((all, { from, to }) => all.replace(from, to), original);
  expect(await lint([text])).toEqual([[]]);
});
