import { hash } from "node:crypto";
import { isNode, textIn, type Node } from "../../model/node.ts";
import { documentOf } from "../contract/locations.ts";
import { follow } from "../contract/references.ts";
import { roleOf, type NodeRole } from "../contract/roles.ts";

/** Returns a text that is the same for equal values, in any order of keys. */
export const canonical = (value: unknown): string =>
  print(value, "value", new Map());

/**
 * Returns a text that is the same for equal schemas. Follows references, and leaves out
 * descriptions and the extensions of others. Each call prints all that it reaches: the text of a schema in a circle depends on
 * where the circle begins.
 */
export function fingerprint(schema: unknown): string {
  if (typeof schema !== "object" || schema === null)
    return print(schema, "part", new Map());
  const text = fingerprints.get(schema) ?? print(schema, "part", new Map());
  fingerprints.set(schema, text);
  return text;
}

const fingerprints = new WeakMap<object, string>();

/**
 * Returns a text that is mostly the same for equal schemas: not for those in a circle. Prints each
 * schema once.
 */
export const roughFingerprint = (schema: unknown): string =>
  print(schema, "part", roughFingerprints);

const roughFingerprints = new WeakMap<object, string>();

/** Writes a canonical text for people. Shortens a long one. */
export const plain = (text: string): string => {
  const read = text.replace(/^"(.+)"$/, "$1").replaceAll(/…[0-9a-f]{64}/g, "…");
  return read.length > 80 ? `${read.slice(0, excerpt)}…` : read;
};
const excerpt = 60;

/** Longer texts are replaced by their beginning and a digest. */
const maxLength = 200;

/** The texts of the objects that were printed, or are being printed. */
type Printed = Pick<WeakMap<object, string>, "get" | "set">;

/** @param depth the number of objects around the value */
function print(
  value: unknown,
  role: NodeRole,
  printed: Printed,
  depth = 0,
): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value) ?? "null";
  const found = printed.get(value);
  if (found !== undefined) return found;
  printed.set(value, `circle ${depth}`);
  const text = () => {
    const isReference =
      role === "part" && isNode(value) && textIn(value, "$ref") !== undefined;
    if (isReference && standsAlone(value))
      return print(follow(value), role, printed, depth);
    if (Array.isArray(value))
      return `[${value.map((item) => print(item, roleOf("", role), printed, depth + 1)).join()}]`;
    const entries = Object.entries(value).filter(
      ([name]) => role !== "part" || !(annotations.has(name) || isNote(name)),
    );
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    const texts = sorted.map(
      ([name, part]) =>
        `${JSON.stringify(name)}:${
          isReference && name === "$ref"
            ? print(follow(value), role, printed, depth + 1)
            : print(part, roleOf(name, role), printed, depth + 1)
        }`,
    );
    return `{${texts.join()}}`;
  };
  const complete = text();
  const short =
    complete.length > maxLength
      ? `${complete.slice(0, excerpt)}…${hash("sha256", complete)}`
      : complete;
  printed.set(value, short);
  return short;
}

/** Keywords without an effect on validity. */
export const descriptions = [
  "title",
  "description",
  "example",
  "examples",
  "externalDocs",
  "$comment",
  "$schema",
  "$id",
  "$anchor",
];

/** Returns true for an extension that changes no values. */
export const isNote = (keyword: string): boolean =>
  keyword.startsWith("x-") && !/^x-(sunset|extensible-enum)$/.test(keyword);

const annotations = new Set([...descriptions, "default", "deprecated"]);

/** Returns true for a reference without keywords beside it, or with some that say nothing. */
const standsAlone = (reference: Node): boolean =>
  documentOf(reference).is30 ||
  Object.keys(reference).every(
    (name) =>
      name === "$ref" ||
      name === "summary" ||
      annotations.has(name) ||
      isNote(name),
  );
