import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import type { Limits } from "../schema/bounds.ts";
import type { Constraints } from "../schema/constraints.ts";
import type { Type } from "../schema/rules.ts";
import type { Schema } from "../schema/schema.ts";
import type { Direction } from "./difference.ts";

/**
 * Returns true when one contract has numbers or booleans, and the other one accepts the texts by
 * which a form or a parameter sends them; also when one lists `true` and `false` as texts, and the
 * other one has booleans.
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

/**
 * Returns true when the offered texts include the texts of all expected values, and one value is no
 * text.
 */
function areTexts(expected: Alternative[], offered: Alternative[]): boolean {
  const all = [...expected, ...offered];
  if (!expected.every(isText) || !all.some(isNumberOrBoolean)) return false;
  const texts = ofType(offered, "string");
  if (texts.some(acceptsAll)) return true;
  const listed = new Set(
    [...texts, ...ofType(offered, "boolean")].flatMap(textsOf),
  );
  return expected.every(({ constraints }) => {
    const written = textsOf(constraints);
    return written.length > 0 && written.every((text) => listed.has(text));
  });
}

const ofType = (alternatives: Alternative[], type: Type): Constraints[] =>
  alternatives.flatMap(({ constraints }) =>
    constraints.type === type ? [constraints] : [],
  );

/** Returns the texts of the valid values, or nothing when these are not listed. */
function textsOf({ type, values, rules }: Constraints): string[] {
  if (values) return [...values.values()].map(String);
  const hasBoth = type === "boolean" && Object.keys(rules).length === 0;
  return hasBoth ? ["true", "false"] : [];
}

/** Returns true for a text whose limits the text of each number and boolean keeps. */
const acceptsAll = ({ values, limits, rules }: Constraints): boolean =>
  !values && acceptAll(limits) && Object.keys(rules).length === 0;

/** Returns true for limits that the text of each number and boolean keeps: it has a character. */
const acceptAll = ({ minLength, ...others }: Limits): boolean =>
  (minLength?.value ?? 0) <= 1 && Object.keys(others).length === 0;
