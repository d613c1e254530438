import { createContext, Script } from "node:vm";
import { nodeIn, textIn, type Node } from "../../model/node.ts";
import { dynamicTargets } from "../contract/references.ts";
import { fingerprint } from "./fingerprint.ts";
import { isAsserted } from "./formats.ts";
import { isSettled } from "./settled.ts";

/** The types of JSON. An integer is a number. */
export const types = [
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
] as const;
export type Type = (typeof types)[number];

/** Returns the type of a value. */
export function typeOf(value: unknown): Type | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "number";
  return types.find((type) => type === typeof value);
}

/** Returns the types of a part that JSON Schema does not know, such as `int` or `file`. */
export const unknownTypes = ({ type }: Node): string[] =>
  [type]
    .flat()
    .filter(
      (name): name is string =>
        typeof name === "string" && !knownType.test(name),
    );
const knownType = /^(null|boolean|number|integer|string|array|object)$/;

/** Reads the values of a keyword in a part of a schema. */
type Reader = (part: Node) => string[];

/**
 * Creates a reader for a keyword whose value is a text.
 * @param saysNothing returns true for a text that rejects no value
 */
const text =
  (
    name: string,
    saysNothing: (value: string) => boolean = () => false,
  ): Reader =>
  (part) =>
    [textIn(part, name) ?? []].flat().filter((value) => !saysNothing(value));

/** Encodings that do not change a text. */
const plainEncodings = new Set(["7bit", "8bit", "binary"]);
const format = text("format", (name) => !isAsserted(name));

/**
 * Keywords of older versions of JSON Schema. They have no meaning in OpenAPI 3.1, and some tools
 * still read them.
 */
export const olderKeywords = [
  "$recursiveRef",
  "additionalItems",
  "dependencies",
  "disallow",
  "divisibleBy",
  "extends",
  "nullable",
  "required",
];
const olderReaders = olderKeywords.map((name): [string, Reader] => [
  name,
  (part) => (isOlder(name, part[name]) ? [fingerprint(part[name])] : []),
]);

/** A list of required names is no older form, and `nullable: false` says nothing. */
function isOlder(name: string, value: unknown): boolean {
  if (name === "required") return typeof value === "boolean";
  return value !== undefined && !(name === "nullable" && value === false);
}

/** Returns true when a part has a `not` that rejects a value, and is not around another `not`. */
export const excludes = (part: Node): boolean =>
  "not" in part && !isSettled(part, "not");

/** Returns true when a part has an `if` that some values fit, and others may not. */
export const hasCondition = (part: Node): boolean =>
  "if" in part && !isSettled(part, "if");

const general: Record<string, Reader> = {
  ...Object.fromEntries(olderReaders),
  $dynamicRef: (part) => {
    const anchors = dynamicTargets(part);
    return anchors.length > 1 ? [fingerprint(anchors)] : [];
  },
  not: (part) => (excludes(part) ? [fingerprint(part["not"])] : []),
  type: unknownTypes,
  if: (part) =>
    hasCondition(part) && ("then" in part || "else" in part)
      ? [fingerprint(part["if"])]
      : [],
};

const byType: Partial<Record<Type, Record<string, Reader>>> = {
  number: { format },
  string: {
    format,
    pattern: text("pattern", matchesAll),
    contentEncoding: text("contentEncoding", (name) =>
      plainEncodings.has(name),
    ),
    contentMediaType: text("contentMediaType"),
  },
  array: {
    uniqueItems: (part) => (part["uniqueItems"] === true ? ["true"] : []),
    contains: (part) =>
      containsIn(part).map(
        ({ schema, min, max }) => `${min} to ${max} of ${fingerprint(schema)}`,
      ),
  },
  object: {
    dependentRequired: (part) =>
      Object.entries(nodeIn(part, "dependentRequired")).flatMap(
        ([name, others]) =>
          [others].flat().map((other) => `${String(other)} with ${name}`),
      ),
  },
};

/** Returns keyword → its values in all parts, for the keywords of a type. All values apply. */
export function rulesOf(type: Type, parts: Node[]): Record<string, string[]> {
  const rules = Object.entries({ ...general, ...byType[type] }).map(
    ([name, read]): [string, string[]] => [
      name,
      [...new Set(parts.flatMap(read))].sort(),
    ],
  );
  return Object.fromEntries(rules.filter(([, texts]) => texts.length > 0));
}

/**
 * Returns the schema of `contains` with the minimum and maximum of items. Empty when any number of
 * items is valid.
 */
export function containsIn(
  part: Node,
): { schema: unknown; min: number; max: number }[] {
  const {
    contains: schema,
    minContains: min = 1,
    maxContains: max = Infinity,
  } = part;
  if (
    schema === undefined ||
    typeof min !== "number" ||
    typeof max !== "number"
  )
    return [];
  return min > 0 || max < Infinity ? [{ schema, min, max }] : [];
}

/** Patterns that every text matches. */
const patternsForAll = new Set([
  "",
  ".*",
  "^",
  "$",
  "^.*",
  ".*$",
  "[\\s\\S]*",
  "^[\\s\\S]*$",
]);

/** Returns true when every text matches a pattern. */
export function matchesAll(pattern: string): boolean {
  return patternsForAll.has(pattern);
}

const matchScript = new Script('new RegExp(pattern, "u").test(value)');
const sandbox = createContext({});

/**
 * Returns true when a text matches a pattern. Returns undefined for an invalid pattern, and after
 * one second.
 */
export function matches(pattern: string, value: string): boolean | undefined {
  try {
    Object.assign(sandbox, { pattern, value });
    return Boolean(matchScript.runInContext(sandbox, { timeout: 1000 }));
  } catch {
    return undefined;
  }
}
