import { methods, type Method } from "./methods.ts";
import { childOf, isNode, listIn, nodeIn, textIn, type Node } from "./node.ts";
import { namesIn } from "./pointer.ts";

/** An operation of a contract in which anything may be missing or of another kind. */
export interface OperationNode {
  method: Method;
  /** The path, or the name of a webhook. */
  path: string;
  operation: Node;
  /** Those of its path are its own. */
  parameters: Node[];
}

/** The operations of `paths` or of `webhooks`. */
export const operationNodesIn = (contract: Node, section: "paths" | "webhooks"): OperationNode[] =>
  Object.entries(nodeIn(contract, section)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(item) || !isNode(operation)) return [];
      const parameters = [...listIn(item, "parameters"), ...listIn(operation, "parameters")];
      return [{ method, path, operation, parameters: parameters.filter(isNode) }];
    }),
  );

/** What a local reference leads to, and any other node as it is; nothing where it leads nowhere. */
export function followed(contract: Node, node: Node, depth = 0): Node {
  const reference = textIn(node, "$ref");
  if (reference === undefined || depth > 9) return node;
  const target = namesIn(reference).reduce<unknown>(childOf, contract);
  return isNode(target) ? followed(contract, target, depth + 1) : {};
}
