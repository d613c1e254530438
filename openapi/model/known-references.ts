import { childOf, eachNode, mapNodes, textIn, type Node } from "./node.ts";
import { placeIn } from "./place.ts";
import { namesIn } from "./pointer.ts";

/**
 * Checks that every `$ref` to a part of the contract leads there. A contract whose schemas have an
 * `$id` is not checked, as `#` may be such a schema.
 * @param file the file of the contract, for the message
 * @throws Error with the reference and its place
 */
export function requireKnownReferences(contract: Node, file: string): void {
  const lost: Node[] = [];
  let hasIds = false;
  mapNodes(contract, (node) => {
    const reference = textIn(node, "$ref");
    if ("$id" in node) hasIds = true;
    if (reference?.startsWith("#/") && !leadsSomewhere(contract, reference))
      lost.push(node);
    return node;
  });
  const [first] = lost;
  if (!first || hasIds) return;
  const place = placeIn(file, [...namesOf(first, contract), "$ref"]);
  throw new Error(`${place}: The contract has no ${textIn(first, "$ref")}.`);
}

/** Returns the names that lead to a part of a contract. */
function namesOf(part: Node, contract: Node): string[] {
  let names: string[] = [];
  eachNode(contract, (node, path) => {
    if (node === part) names = path.map(String);
  });
  return names;
}

const leadsSomewhere = (contract: Node, reference: string): boolean =>
  namesIn(reference).reduce<unknown>(childOf, contract) !== undefined;
