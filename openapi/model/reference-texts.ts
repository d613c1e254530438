import { mapNodes, type Node } from "./node.ts";
import type { Positions } from "./positions.ts";
import { readYaml } from "./yaml.ts";

/** The message for a `$ref` that is no text. */
export const notText =
  '`$ref` has to be a text, such as "#/components/schemas/Name"';

/**
 * Checks that every `$ref` of a contract is a text.
 * @param text the file that the contract was read from
 * @throws Error with the line of the first `$ref` that is no text
 */
export function requireTextReferences(
  root: Node,
  text: string,
  file: string,
): void {
  if (firstWrongIn(root) === undefined) return;
  const positions: Positions = new Map();
  const { value } = readYaml(text, positions);
  const wrong = firstWrongIn(value);
  const line = wrong && positions.get(wrong)?.get("$ref")?.line;
  throw new Error(`${file}:${line}: ${notText}.`);
}

/** Returns the first object whose `$ref` is no text. */
function firstWrongIn(root: unknown): Node | undefined {
  let first: Node | undefined;
  mapNodes(root, (node) => {
    if ("$ref" in node && typeof node["$ref"] !== "string") first ??= node;
    return node;
  });
  return first;
}
