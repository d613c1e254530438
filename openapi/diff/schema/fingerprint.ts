import { hash } from "node:crypto";
import { isNode } from "../../model/node.ts";
import { follow } from "../contract/references.ts";

/** A text that is the same for the same value, in whatever order its keys stand. */
export const canonical = (value: unknown): string =>
  print(value, "value", new WeakMap());

/** A text that is the same for the same schema, with references followed and what only describes left out. */
export const fingerprint = (schema: unknown): string =>
  print(schema, "schema", fingerprints);

const fingerprints = new WeakMap<object, string>();

/** A canonical text as people read it; of a long one the beginning. */
export const plain = (text: string): string => {
  const read = text.replace(/^"(.*)"$/, "$1").replaceAll(/…[0-9a-f]{64}/g, "…");
  return read.length > 80 ? `${read.slice(0, excerpt)}…` : read;
};
const excerpt = 60;

/** Longer texts are told by their beginning, and by a digest of the whole. */
const longest = 200;

function print(
  value: unknown,
  kind: Kind,
  printed: WeakMap<object, string>,
): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value) ?? "null";
  const found = printed.get(value);
  if (found !== undefined) return found;
  printed.set(value, "circle");
  const text = () => {
    if (kind === "schema" && isNode(value) && "$ref" in value)
      return print(follow(value), kind, printed);
    if (Array.isArray(value))
      return `[${value.map((item) => print(item, kind, printed)).join()}]`;
    const entries = Object.entries(value).filter(
      ([name]) => kind !== "schema" || !annotations.has(name),
    );
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    const texts = sorted.map(
      ([name, part]) =>
        `${JSON.stringify(name)}:${print(part, kindOf(name, kind), printed)}`,
    );
    return `{${texts.join()}}`;
  };
  const whole = text();
  const short =
    whole.length > longest
      ? `${whole.slice(0, excerpt)}…${hash("sha256", whole)}`
      : whole;
  printed.set(value, short);
  return short;
}

/** Whether a mapping is a schema, holds schemas by name, or is a value. */
export type Kind = "schema" | "names" | "value";
const kinds: Record<string, Kind> = {
  properties: "names",
  patternProperties: "names",
  dependentSchemas: "names",
  $defs: "names",
  enum: "value",
  const: "value",
  default: "value",
  example: "value",
  examples: "value",
};

/** What stands under a key of a mapping of a kind. */
export const kindOf = (name: string, around: Kind): Kind => {
  if (around === "names") return "schema";
  return around === "value" || name.startsWith("x-")
    ? "value"
    : (kinds[name] ?? "schema");
};

/** Keywords that only describe. */
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

const annotations = new Set([...descriptions, "default", "deprecated"]);
