import type { Contract } from "../contract/contract.ts";
import type { Node } from "../contract/node.ts";

/** Null as a schema. */
const onlyNull: Node = { type: "null" };

/** Makes a function that writes a schema of 3.0, where null is a flag, as 3.1 does: each is always written as the same node. */
export function nullableForm(contract: Contract): (node: Node) => Node {
  const known = new Map<Node, Node>();
  return (node) => {
    const found = node["nullable"] === true ? known.get(node) : node;
    if (found) return found;
    const { nullable: _, ...rest } = node;
    const made = withNull(rest);
    for (const form of [made, rest]) contract.stands(form, node);
    known.set(node, made);
    return made;
  };
}

/** Beside other schemas null is one more branch. */
function withNull(node: Node): Node {
  if (["allOf", "oneOf", "anyOf"].some((name) => name in node)) return { anyOf: [node, onlyNull] };
  return {
    ...node,
    ...("type" in node && { type: [node["type"], "null"].flat() }),
    ...(Array.isArray(node["enum"]) && { enum: [...node["enum"], null] }),
  };
}
