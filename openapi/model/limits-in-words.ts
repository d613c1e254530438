import type { Bound, Schema } from "./contract.ts";

/**
 * Describes the bounds of a value and of its elements in words: `1 to 100 elements`. Leaves
 * patterns out.
 */
export const limitsOf = (schema: Schema, element: Schema = {}): string[] =>
  [
    range(schema.minLength, schema.maxLength, "characters"),
    schema.const === undefined
      ? range(schema.minimum, schema.maximum, "")
      : undefined,
    withWords("more than", schema.exclusiveMinimum),
    withWords("less than", schema.exclusiveMaximum),
    withWords("a multiple of", schema.multipleOf),
    range(schema.minItems, schema.maxItems, "elements"),
    schema.uniqueItems ? "no element twice" : undefined,
    range(schema.minProperties, schema.maxProperties, "fields"),
    range(element.minLength, element.maxLength, "characters each"),
  ].filter((limit) => limit !== undefined);

const withWords = (
  words: string,
  bound: Bound | undefined,
): string | undefined =>
  bound === undefined ? undefined : `${words} ${bound.toLocaleString("en")}`;

/** The maximum of a 32-bit integer. A bound of this size comes from the number type, not from the API. */
const maxInt32 = 2 ** 31 - 1;

/**
 * Writes a range: `1 to 100`, `at least 1` or `at most 100`. Returns undefined when there is no
 * bound.
 */
function range(
  minimum: Bound | undefined,
  maximum: Bound = Infinity,
  unit: string,
): string | undefined {
  const from = minimum?.toLocaleString("en");
  const to = maximum.toLocaleString("en");
  if (maximum >= maxInt32)
    return minimum ? `at least ${from} ${unit}`.trim() : undefined;
  const isLength = unit !== "";
  if (minimum === undefined || (minimum === 0 && isLength))
    return `at most ${to} ${unit}`.trim();
  if (minimum === maximum) return `${to} ${unit}`.trim();
  return `${from} to ${to} ${unit}`.trim();
}
