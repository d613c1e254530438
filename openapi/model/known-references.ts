import { childOf, mapNodes, textIn, type Node } from "./node.ts";
import { namesIn } from "./pointer.ts";

/**
 * Checks that every `$ref` to a part of the contract leads there. A contract whose schemas have an
 * `$id` is not checked, as `#` may be such a schema.
 * @throws Error that names the reference
 */
export function requireKnownReferences(contract: Node): void {
  const lost = new Set<string>();
  let hasIds = false;
  mapNodes(contract, (node) => {
    const reference = textIn(node, "$ref");
    if ("$id" in node) hasIds = true;
    if (reference?.startsWith("#/") && !leadsSomewhere(contract, reference))
      lost.add(reference);
    return node;
  });
  const [first] = lost;
  if (first !== undefined && !hasIds)
    throw new Error(`The contract has no ${first}.`);
}

const leadsSomewhere = (contract: Node, reference: string): boolean =>
  namesIn(reference).reduce<unknown>(childOf, contract) !== undefined;
