import { isNode, type Node } from "../model/node.ts";
import { unicodePattern } from "../model/readable-schema.ts";
import type { Found } from "./notes.ts";

/** Leaves out the patterns that Ajv cannot read: Prism would not check the complete body, or any parameter. */
export function withReadablePatterns(node: Node, { patterns }: Found): Node {
  const known = withReadableNames(node, patterns);
  const { pattern, ...others } = known;
  if (typeof pattern !== "string") return known;
  const readable = unicodePattern(pattern);
  if (readable !== undefined) return { ...others, pattern: readable };
  patterns.add(pattern);
  return others;
}

/**
 * Leaves out the patterns of names that Ajv cannot read, and what applies to all other names, as
 * nobody can tell which these are.
 */
function withReadableNames(node: Node, unread: Set<string>): Node {
  const { patternProperties } = node;
  if (!isNode(patternProperties)) return node;
  const { additionalProperties: _, unevaluatedProperties: __, ...open } = node;
  const read = Object.entries(patternProperties).map(
    ([pattern, schema]) => [pattern, unicodePattern(pattern), schema] as const,
  );
  const lost = read.filter(([, readable]) => readable === undefined);
  for (const [pattern] of lost) unread.add(pattern);
  const kept = read.flatMap(([, readable, schema]) =>
    readable === undefined ? [] : [[readable, schema] as const],
  );
  return {
    ...(lost.length > 0 ? open : node),
    patternProperties: Object.fromEntries(kept),
  };
}
