import { isNode, mapNodes, type Node } from "./node.ts";

const texts = ["title", "summary", "description"];

/**
 * Removes the texts that YAML reads as null, such as `description:` without one. Changes the
 * contract itself.
 */
export function removeEmptyTexts(contract: Node): void {
  mapNodes(contract, (node, key) => {
    if (key === "x-exact") return node; // null removes a field there
    for (const name of texts) if (node[name] === null) delete node[name];
    return node;
  });
  // Frameworks write an empty title where a project sets none.
  const { info } = contract;
  if (isNode(info) && info["title"] === "") delete info["title"];
}
