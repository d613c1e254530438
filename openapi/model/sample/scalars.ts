import { sample, stringMatching } from "fast-check";
import { memoized } from "../collections.ts";
import type { Bound, Schema } from "../contract.ts";
import { childOf } from "../node.ts";
import { maxTextLength } from "./place.ts";

/**
 * Returns a number that a schema allows: 1 where it may be, or else one close to a bound. It is a
 * BigInt when a number would lose digits.
 */
export function numberSample(schema: Schema): Bound {
  const plain = plainNumberSample(schema);
  if (Number.isSafeInteger(plain) || schema.multipleOf !== undefined)
    return plain ?? 1;
  return nextToLongBound(schema) ?? plain ?? 1;
}

/** Returns the whole number that is closest to a bound with more digits than a number keeps. */
function nextToLongBound(schema: Schema): bigint | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  if (typeof minimum === "bigint") return minimum;
  if (typeof exclusiveMinimum === "bigint") return exclusiveMinimum + 1n;
  if (typeof maximum === "bigint") return maximum;
  if (typeof exclusiveMaximum === "bigint") return exclusiveMaximum - 1n;
  return undefined;
}

/** Returns an allowed number, or undefined when none is found. */
function plainNumberSample(schema: Schema): number | undefined {
  const minimum = plainBound(schema.minimum);
  const maximum = plainBound(schema.maximum);
  const above = plainBound(schema.exclusiveMinimum);
  const below = plainBound(schema.exclusiveMaximum);
  const multipleOf = plainBound(schema.multipleOf);
  const isInteger = [schema.type].flat().includes("integer");
  const step = multipleOf ?? (isInteger ? 1 : 0.5);
  const divisor = isInteger && step % 1 !== 0 ? 1 : step;
  const candidates = [
    1,
    minimum,
    above === undefined ? undefined : above + step,
    maximum,
    below === undefined ? undefined : below - step,
    0,
    above !== undefined && below !== undefined
      ? (above + below) / 2
      : undefined,
  ].filter((each) => each !== undefined);
  const multiples = candidates.flatMap((each) =>
    multipleOf === undefined && !isInteger
      ? each
      : [
          Math.ceil(each / divisor) * divisor,
          Math.floor(each / divisor) * divisor,
        ],
  );
  const isAllowed = (value: number) =>
    value >= (minimum ?? -Infinity) &&
    value <= (maximum ?? Infinity) &&
    value > (above ?? -Infinity) &&
    value < (below ?? Infinity);
  return multiples.find(isAllowed);
}

/** Returns a bound as a number, also when it is a BigInt. */
const plainBound = (bound: Bound | undefined): number | undefined =>
  bound === undefined ? undefined : Number(bound);

/** Format → a text that has it. */
const textsByFormat: Record<string, string> = {
  date: "2026-01-15",
  "date-time": "2026-01-15T12:00:00Z",
  time: "12:00:00Z",
  uuid: "7f1d6a52-2c9b-4f0e-9c55-3f6a0f1b2c3d",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  duration: "P1D",
  byte: "ZXhhbXBsZQ==",
  hostname: "example.com",
};

/**
 * Returns a text that a schema allows: `word`, a text of its format, or one that matches its pattern.
 * A pattern with look-around may have no such text.
 */
export function textSample(schema: Schema, word: string): string {
  const { format = "", minLength = 1, maxLength = 11, pattern } = schema;
  const texts = {
    ...textsByFormat,
    email: `${word}@example.com`,
    uri: `https://example.com/${word}`,
    url: `https://example.com/${word}`,
  };
  const text = childOf(texts, format) ?? word.slice(0, maxLength);
  const padded = String(text).padEnd(Math.min(minLength, maxTextLength), "x");
  if (pattern === undefined || matcherOf(pattern)?.test(padded) !== false)
    return padded;
  return matchingTexts(schema)[0] ?? padded;
}

/** Returns texts that match the pattern of a schema, in its length, the plainest first. */
export function matchingTexts({
  pattern = "",
  minLength = 0,
  maxLength = Infinity,
}: Schema): string[] {
  const matcher = matcherOf(pattern);
  if (!matcher) return [];
  return textsFor(matcher).filter(
    ({ length }) => length >= minLength && length <= maxLength,
  );
}

const matchers = new Map<string, RegExp>();

/** Returns the expression of a pattern, or undefined for one that ECMAScript cannot read. */
function matcherOf(pattern: string): RegExp | undefined {
  const known = matchers.get(pattern);
  if (known) return known;
  try {
    const matcher = new RegExp(pattern, "u");
    matchers.set(pattern, matcher);
    return matcher;
  } catch {
    return undefined;
  }
}

/** Returns texts that match an expression. They are the same in each run. */
const textsFor = memoized((matcher: RegExp): string[] => {
  try {
    const found = (["small", "medium"] as const).flatMap((size) =>
      sample(stringMatching(matcher, { size }), { seed: 1, numRuns: 50 }),
    );
    const rank = (text: string) =>
      text.length + 9 * text.replaceAll(/[A-Za-z0-9]/g, "").length;
    return [...new Set(found)]
      .filter((text) => matcher.test(text))
      .sort((one, other) => rank(one) - rank(other));
  } catch {
    // fast-check has no texts for look-around.
    return [];
  }
});
