import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import type { Limits } from "../schema/bounds.ts";
import { canonical } from "../schema/fingerprint.ts";
import type { Schema } from "../schema/schema.ts";
import type { Direction } from "./difference.ts";

/**
 * Returns true when one contract has numbers or booleans, and the other one accepts the texts by
 * which a form or a parameter sends them.
 */
export function haveSameTexts(
  from: Schema,
  to: Schema,
  direction: Direction,
): boolean {
  const [sent, reader] = direction === "request" ? [from, to] : [to, from];
  const { list: offered, overlaps, isTooLong } = alternativesOf(reader);
  // A `oneOf` may reject what fits two of its branches.
  const mayRefuseTwice = overlaps.length > 0 || isTooLong;
  const expected = alternativesOf(sent).list;
  // OpenAPI does not define the text of null.
  if (expected.some(isNull) && !offered.some(isNull)) return false;
  return !mayRefuseTwice && areTexts(expected.filter(isValue), offered);
}

const isNull = ({ constraints: { type } }: Alternative) => type === "null";
const isValue = (one: Alternative) => !isNull(one);
const isNumberOrBoolean = ({ constraints: { type } }: Alternative) =>
  type === "number" || type === "boolean";
const isText = (one: Alternative) =>
  one.constraints.type === "string" || isNumberOrBoolean(one);

/** Returns true when the offered texts include those of all expected numbers and booleans. */
function areTexts(expected: Alternative[], offered: Alternative[]): boolean {
  if (!expected.every(isText) || !expected.some(isNumberOrBoolean))
    return false;
  const texts = offered.flatMap(({ constraints }) =>
    constraints.type === "string" ? [constraints] : [],
  );
  if (
    texts.some(
      ({ values, limits, rules }) =>
        !values && acceptAll(limits) && Object.keys(rules).length === 0,
    )
  )
    return true;
  const isListed = (value: unknown) =>
    texts.some(({ values }) => values?.has(canonical(String(value))));
  return expected.every(({ constraints: { type, values } }) => {
    const all =
      values?.values() ?? (type === "boolean" ? [true, false] : undefined);
    return all !== undefined && [...all].every(isListed);
  });
}

/** Returns true for limits that the text of each number and boolean keeps: it has a character. */
const acceptAll = ({ minLength, ...others }: Limits): boolean =>
  (minLength?.value ?? 0) <= 1 && Object.keys(others).length === 0;
