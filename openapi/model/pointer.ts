import { childOf, isNode, textIn, type Node } from "./node.ts";

/** Returns the JSON pointer of a child (RFC 6901): `#/paths/~1v1~1contacts`. */
export const pointerTo = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** Returns the names in a JSON pointer, also when it is the fragment of a URI. */
export const namesIn = (pointer: string): string[] =>
  pointer.split("/").slice(1).map(unescape);

const unescape = (name: string) =>
  decoded(name).replaceAll("~1", "/").replaceAll("~0", "~");

/**
 * Decodes the percent codes of a name. Returns the name unchanged when a percent sign begins no
 * code.
 */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** References that refer to references are followed up to this depth. */
const maxDepth = 10;

/**
 * Follows the local reference of a node. Returns an empty node when the reference is broken, and
 * other nodes unchanged.
 */
export function followed(contract: Node, node: Node, depth = 0): Node {
  const reference = textIn(node, "$ref");
  if (reference === undefined || depth >= maxDepth) return node;
  const target = namesIn(reference).reduce<unknown>(childOf, contract);
  return isNode(target) ? followed(contract, target, depth + 1) : {};
}
