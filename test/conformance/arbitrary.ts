import fc from "fast-check";
import { flat } from "../support/at.ts";
import type { Schema } from "../../openapi/model/contract.ts";

/** Texts that have broken servers before. */
export const hostileTexts = [
  "' or 1=1; drop table contacts; --",
  '"); select pg_sleep(9); --',
  "%_\\",
  "<script>alert(1)</script>",
  "${7*7}{{7*7}}#{7*7}",
  "../../../../etc/passwd",
  "\r\nSet-Cookie: a=b\r\n\r\n",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-1e309",
  "\u202eabc\u202c",
  "e\u0301\u0327",
  "👩‍👩‍👧‍👦🏴‍☠️",
  "İıſß",
  "\u200b\ufeff\u2028",
  "\ufffe\uffff\u{10ffff}",
  "\u0001\u001f\u007f\u0085",
  "e".repeat(3) + "\u0301".repeat(40),
];

/**
 * Texts that the API holds in no place: U+0000, a lone surrogate, a mark of the encoding at the
 * start.
 */
export const forbiddenTexts = ["a\0b", "\ud800", "\udc00a", "\ufeffAna"];

/**
 * Values that a schema of a request allows. Whether they really do is for Ajv to say; this only
 * aims well.
 * @throws Error for an unknown keyword: a new keyword in a request must not stay untested without a
 *   message
 */
export function arbitrary(node: Schema): fc.Arbitrary<unknown> {
  const schema: Schema = flat(node);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitrary));
  return fc.oneof(
    ...[schema.type ?? "anything"].flat().map((type) => {
      const make = makers[type];
      if (!make)
        throw new Error(
          `The harness cannot make a value of ${JSON.stringify(schema)}.`,
        );
      return make(schema);
    }),
  );
}

const makers: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  string: text,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: ({ minimum = -1e9, maximum = 1e9 }) =>
    fc.oneof(
      fc.integer({ min: Number(minimum), max: Number(maximum) }),
      fc.constantFrom(minimum, maximum),
    ),
  number: ({ minimum = -1e9, maximum = 1e9 }) =>
    fc.oneof(
      fc.double({ min: Number(minimum), max: Number(maximum), noNaN: true }),
      fc.constantFrom(minimum, maximum, 0.1, 1e-7),
    ),
  array: ({ items = {}, minItems = 0, maxItems = 6, uniqueItems }) => {
    const lengths = { minLength: minItems, maxLength: Math.min(maxItems, 6) };
    return uniqueItems
      ? fc.uniqueArray(arbitrary(items), lengths)
      : fc.array(arbitrary(items), lengths);
  },
  object: (schema) => (schema.properties ? record(schema) : dictionary(schema)),
};

function record({
  properties = {},
  required = [],
}: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, arbitrary(field)]),
  );
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

/** `Object.fromEntries` makes `__proto__` a field like any other, as JSON.parse does. */
function dictionary({
  propertyNames,
  additionalProperties,
}: Schema): fc.Arbitrary<unknown> {
  const name = arbitrary({ type: "string", ...propertyNames });
  const value = arbitrary(
    typeof additionalProperties === "object" ? additionalProperties : {},
  );
  const entry = fc.tuple(name.map(String), value);
  return fc
    .array(entry, { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

function text({
  format,
  minLength = 0,
  maxLength = 100,
  pattern,
}: Schema): fc.Arbitrary<string> {
  if (format === "email") return email;
  if (format === "uri") return url;
  if (format === "date-time") return dateTime;
  // Hardly any other text has such a form.
  if (pattern !== undefined && /\{\d+\}\$$|"/.test(pattern))
    return fc.stringMatching(new RegExp(pattern));
  const fits = (value: string) =>
    lengthOf(value) >= minLength &&
    lengthOf(value) <= maxLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(value));
  const short = { minLength, maxLength: Math.min(maxLength, 40) };
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.string(short) },
      fc.string({ ...short, unit: "grapheme" }),
      fc.string({ ...short, unit: "binary" }),
      fc.constantFrom(...hostileTexts),
      fc
        .constantFrom("x", "ñ", "🐦")
        .map((character) => character.repeat(maxLength)),
    )
    .filter(fits);
}

const lengthOf = (value: string) => [...value].length;

const email = fc.oneof(
  fc.emailAddress({ size: "small" }),
  fc.constantFrom("a@b.co", "o'hara+tag@example.com", "UPPER.case@Example.ORG"),
);

/** Moments of any year, in UTC and elsewhere. */
const dateTime = fc.oneof(
  fc
    .date({
      min: new Date(0),
      max: new Date("2099-12-31"),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    "0000-01-01T00:00:00Z",
    "2024-02-29t23:59:59.123456z",
    "9999-12-31T23:59:59-23:59",
  ),
);

/** On names that no one can have (RFC 2606). */
const url = fc
  .webUrl({ validSchemes: ["https"], withQueryParameters: true, size: "small" })
  .map((made) => made.replace(/^(https:\/\/)[^/?#]+/, "$1hooks.example.com"));
