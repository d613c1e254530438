import { mapNodes, textIn, type Node } from "./node.ts";

/**
 * Writes the references by which a contract of OpenAPI 3.2 leads to itself, `$self` and a fragment, as
 * references inside of the file.
 */
export function withOwnReferences(root: Node): Node {
  const self = textIn(root, "$self");
  if (self === undefined || self === "") return root;
  return mapNodes(root, (node) => {
    const reference = textIn(node, "$ref") ?? "";
    return reference.startsWith(`${self}#`)
      ? { ...node, $ref: reference.slice(self.length) }
      : node;
  });
}
