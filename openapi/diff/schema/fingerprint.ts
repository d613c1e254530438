import { createHash } from "node:crypto";
import { isNode, type Node } from "../../model/node.ts";

/** Keywords that do not decide which values are valid. */
const annotations = new Set([
  ...["title", "description", "example", "examples", "externalDocs", "default", "deprecated", "$comment"],
  ...["$schema", "$id", "$anchor"],
]);

/** Whether a mapping is a schema, holds schemas by name, or is a value. */
export type Kind = "schema" | "names" | "value";
const kinds: Record<string, Kind> = {
  ...{ properties: "names", patternProperties: "names", dependentSchemas: "names", $defs: "names" },
  ...{ enum: "value", const: "value", default: "value", example: "value", examples: "value" },
};

/** What stands under a key of a mapping of a kind. */
export const kindOf = (name: string, around: Kind): Kind => {
  if (around === "names") return "schema";
  return around === "value" || name.startsWith("x-") ? "value" : (kinds[name] ?? "schema");
};

/** A text that is the same for the same value, in whatever order its keys stand. */
export const canonical = (value: unknown): string => print(value, "value", new Map(), () => undefined);

/** A canonical text as people read it; of a long one the beginning. */
export const plain = (text: string): string => {
  const read = text.replace(/^"(.*)"$/, "$1").replaceAll(/…[0-9a-f]{64}/g, "…");
  return read.length > 80 ? `${read.slice(0, shown)}…` : read;
};
const shown = 60;

/** Longer texts are told by their beginning, and by a digest of the whole. */
const longest = 200;

/**
 * Makes texts that are the same for the same schema, with references followed and what only describes left out.
 * @param target what a reference leads to
 */
export function createFingerprint(target: (reference: Node) => unknown): (schema: unknown) => string {
  const cache = new Map<object, string>();
  const follow = (node: object) => (isNode(node) && "$ref" in node ? target(node) : undefined);
  return (schema) => print(schema, "schema", cache, follow);
}

function print(
  value: unknown,
  kind: Kind,
  cache: Map<object, string>,
  follow: (node: object) => unknown,
): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const found = cache.get(value);
  if (found !== undefined) return found;
  cache.set(value, "circle");
  const text = () => {
    const target = kind === "schema" ? follow(value) : undefined;
    if (target !== undefined) return print(target, kind, cache, follow);
    if (Array.isArray(value)) return `[${value.map((item) => print(item, kind, cache, follow)).join()}]`;
    const entries = Object.entries(value).filter(([name]) => kind !== "schema" || !annotations.has(name));
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
    const printed = sorted.map(
      ([name, part]) => `${JSON.stringify(name)}:${print(part, kindOf(name, kind), cache, follow)}`,
    );
    return `{${printed.join()}}`;
  };
  const whole = text();
  const digest = () => createHash("sha256").update(whole).digest("hex");
  const short = whole.length > longest ? `${whole.slice(0, shown)}…${digest()}` : whole;
  cache.set(value, short);
  return short;
}
