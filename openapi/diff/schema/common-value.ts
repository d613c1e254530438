import { answerOf } from "./acceptance.ts";
import { alternativesOf, type Alternative } from "./alternatives.ts";
import type { Limits } from "./bounds.ts";
import type { Constraints } from "./constraints.ts";
import { allOf, anything, type Schema } from "./schema.ts";

/**
 * Finds a value that all alternatives accept, all of one type. Tries the listed values, those at
 * the bounds, and the smallest objects.
 * @param also has to be true for the value too
 * @returns undefined when none of the tried values fits
 */
export function commonValue(
  alternatives: Alternative[],
  also: (value: unknown) => boolean,
): { value: unknown } | undefined {
  const all = alternatives.map(({ constraints }) => constraints);
  const value = candidatesFor(all).find(
    (each) =>
      all.every((constraints) => answerOf(constraints, each) === true) &&
      also(each),
  );
  return value === undefined ? undefined : { value };
}

/** Objects in objects that are tried. */
const maxDepth = 3;

function candidatesFor(all: Constraints[], depth = 0): unknown[] {
  const [first] = all;
  const listed = all.flatMap(({ values }) => [...(values?.values() ?? [])]);
  const limits = all.map((each) => each.limits);
  switch (first?.type) {
    case "null":
      return [null];
    case "boolean":
      return [...listed, true, false];
    case "number":
      return [...listed, ...numbersAt(limits)];
    case "string":
      return [...listed, "", ...numbersAt(limits).flatMap(textsOfLength)];
    case "array":
      return [...listed, []];
    case "object":
      return [...listed, smallestObject(all, depth)];
    default:
      return [];
  }
}

/** Returns the numbers at the bounds, beside them, and small ones. */
function numbersAt(limits: Limits[]): number[] {
  const bounds = limits.flatMap((each) =>
    Object.values(each).map(({ value }) => Number(value)),
  );
  const near = bounds.flatMap((bound) => [bound, bound - 1, bound + 1]);
  return [...near, 0, 1, 0.5];
}

const maxLength = 1000;

const textsOfLength = (length: number): string[] =>
  Number.isInteger(length) && length > 0 && length <= maxLength
    ? ["a".repeat(length)]
    : [];

/** Makes an object that has the required properties of all. */
function smallestObject(all: Constraints[], depth: number): object {
  const objects = all.flatMap(({ object }) => object ?? []);
  const required = new Set(objects.flatMap((each) => [...each.required]));
  const fields = [...required].map((name): [string, unknown] => [
    name,
    smallestValue(
      objects.map(
        ({ properties, additional }) => properties.get(name) ?? additional,
      ),
      depth + 1,
    ),
  ]);
  return Object.fromEntries(fields);
}

/** Makes a value for the schemas of one property. It need not fit. */
function smallestValue(schemas: Schema[], depth: number): unknown {
  if (depth > maxDepth) return "";
  const parts = new Set(schemas.flatMap((schema) => schema.parts));
  const schema = parts.size === 0 ? anything : allOf([...parts]);
  for (const { constraints } of alternativesOf(schema).list) {
    const value = candidatesFor([constraints], depth).find(
      (each) => answerOf(constraints, each) === true,
    );
    if (value !== undefined) return value;
  }
  return "";
}
