import { createContext, Script } from "node:vm";
import { nodeIn, textIn, textsIn, type Node } from "../../model/node.ts";
import { fingerprint } from "./fingerprint.ts";

/** The types of JSON, of which an integer is a number. */
export const types = ["null", "boolean", "number", "string", "array", "object"] as const;
export type Type = (typeof types)[number];

/** @returns the type of a value, of which integers are numbers */
export function typeOf(value: unknown): Type | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return types.find((type) => type === typeof value);
}

/** Formats that help a generator to choose a type. They do not decide which values are valid. */
const hints = new Set(["int64", "float", "double", "password", "byte", "binary", "int32"]);

/** 3.0 wrote with a format what 3.1 has keywords for. */
const encodings: Record<string, string> = { byte: "base64" };
const mediaTypes: Record<string, string> = { binary: "application/octet-stream" };

/** Encodings that leave a text as it is. */
const plainEncodings = new Set(["7bit", "8bit", "binary"]);

/** The keywords of a type of which all that is stated has to hold, each as a text. */
export function rulesOf(type: Type, parts: Node[]): Record<string, string[]> {
  const texts = (name: string) => parts.flatMap((part) => textIn(part, name) ?? []);
  const printed = (name: string) =>
    parts.filter((part) => name in part).map((part) => fingerprint(part[name]));
  const formats = texts("format");
  const rules: Record<string, (string | undefined)[]> = { not: printed("not") };
  rules["type"] = parts.flatMap(unknownTypes);
  const conditions = parts.filter((part) => "if" in part && ("then" in part || "else" in part));
  rules["if"] = conditions.map((part) => fingerprint(part["if"]));
  if (type === "string" || type === "number") rules["format"] = formats.filter((name) => !hints.has(name));
  if (type === "string") {
    rules["pattern"] = texts("pattern").filter((pattern) => !matchesAll(pattern));
    rules["contentEncoding"] = [
      ...texts("contentEncoding"),
      ...formats.map((name) => encodings[name]),
    ].filter((name) => name === undefined || !plainEncodings.has(name));
    rules["contentMediaType"] = [...texts("contentMediaType"), ...formats.map((name) => mediaTypes[name])];
  }
  if (type === "array") {
    const single = parts.some((part) => typeof part["maxItems"] === "number" && part["maxItems"] <= 1);
    rules["uniqueItems"] = parts.some((part) => part["uniqueItems"] === true) && !single ? ["true"] : [];
    rules["contains"] = containsIn(parts).map(
      ({ schema, min, max }) => `${min} to ${max} of ${fingerprint(schema)}`,
    );
  }
  if (type === "object")
    rules["dependentRequired"] = parts.flatMap((part) => {
      const dependents = nodeIn(part, "dependentRequired");
      return Object.keys(dependents).flatMap((name) =>
        textsIn(dependents, name).map((other) => `${other} with ${name}`),
      );
    });
  const stated = Object.entries(rules).map(([name, list]): [string, string[]] => [name, distinct(list)]);
  return Object.fromEntries(stated.filter(([, list]) => list.length > 0));
}

/** Words such as `int` or `file` in the place of a type: nobody knows which values they mean. */
export const unknownTypes = ({ type }: Node): string[] =>
  [type].flat().filter((name): name is string => typeof name === "string" && !knownType.test(name));
const knownType = /^(null|boolean|number|integer|string|array|object)$/;

const distinct = (list: (string | undefined)[]) =>
  [...new Set(list.filter((text) => text !== undefined))].sort();

/** How many items have to fit a schema; where any number may, that says nothing. */
export const containsIn = (parts: Node[]) =>
  parts.flatMap((part) => {
    const { contains: schema, minContains: min = 1, maxContains: max = Infinity } = part;
    if (schema === undefined || typeof min !== "number" || typeof max !== "number") return [];
    return min > 0 || max < Infinity ? [{ schema, min, max }] : [];
  });

/** How long a pattern may take for one text, in milliseconds. Some need years. */
const timeout = 2_000;

const script = new Script('new RegExp(pattern, "u").test(text)');
const context = createContext({ pattern: "", text: "" });
const unreadable = new Set<string>();

const universal = new Set(["", ".*", "^.*$", "^", "$", "^.*", ".*$", "[\\s\\S]*", "^[\\s\\S]*$"]);

/** Whether every text matches a pattern. */
export const matchesAll = (pattern: string): boolean => universal.has(pattern);

/** Whether a text matches a pattern; undefined when the pattern cannot be read or takes too long. */
export function matches(pattern: string, text: string): boolean | undefined {
  if (unreadable.has(pattern)) return undefined;
  try {
    Object.assign(context, { pattern, text });
    return script.runInContext(context, { timeout }) === true;
  } catch {
    unreadable.add(pattern);
    return undefined;
  }
}
