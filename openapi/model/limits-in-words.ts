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

/** Writes a number with all of its digits: `1,000`, `0.0001`. */
const inDigits = (bound: Bound): string =>
  bound.toLocaleString("en", { maximumFractionDigits: 20 });

const withWords = (
  words: string,
  bound: Bound | undefined,
): string | undefined =>
  bound === undefined ? undefined : `${words} ${inDigits(bound)}`;

/**
 * The smallest and the largest integers of the usual number types. Such a bound comes from the type,
 * not from the API.
 */
const boundsOfTypes = [31n, 32n, 53n, 63n, 64n].flatMap((bits) => [
  String(-(2n ** bits)),
  String(2n ** bits - 1n),
]);

const ofApi = (bound: Bound | undefined): Bound | undefined =>
  boundsOfTypes.includes(String(bound)) ? undefined : bound;

/**
 * Writes a range: `1 to 100`, `at least 1` or `at most 100`. Returns undefined when there is no
 * bound.
 * @param unit of a count, which is never below 0; an empty text for a number
 */
function range(
  least: Bound | undefined,
  most: Bound | undefined,
  unit: string,
): string | undefined {
  const isCount = unit !== "";
  const minimum = isCount && least === 0 ? undefined : ofApi(least);
  const maximum = ofApi(most);
  const words = (text: string) => `${text} ${unit}`.trim();
  if (minimum === undefined)
    return maximum === undefined
      ? undefined
      : words(`at most ${inDigits(maximum)}`);
  if (maximum === undefined) return words(`at least ${inDigits(minimum)}`);
  if (minimum === maximum) return words(inDigits(maximum));
  return words(`${inDigits(minimum)} to ${inDigits(maximum)}`);
}
