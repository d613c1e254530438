import { isNode, nodeIn, textIn, type Node } from "./node.ts";
import {
  methods,
  operationNodesIn,
  type OperationNode,
} from "./operation-nodes.ts";

/** Methods of OpenAPI 3.2 that the generators of types do not know. */
const unsupported = ["query"];

/**
 * Checks that our tools can read the complete contract.
 * @throws Error in one line that names the operation
 */
export function requireSupported(contract: Node): void {
  requireKnownMethods(contract);
  const operations = (["paths", "webhooks"] as const).flatMap((section) =>
    operationNodesIn(contract, section),
  );
  if (operations.length === 0)
    throw new Error("The contract has no operation: write one under `paths`.");
  requireUniqueIds(operations);
}

function requireKnownMethods(contract: Node): void {
  for (const [path, item] of Object.entries(nodeIn(contract, "paths"))) {
    if (!isNode(item)) continue;
    const [method] = [
      ...Object.keys(nodeIn(item, "additionalOperations")),
      ...unsupported.filter((name) => name in item),
    ];
    if (method !== undefined)
      throw new Error(
        `${method.toUpperCase()} ${path} has a method that this tool does not know. It knows ${supported}.`,
      );
  }
}

function requireUniqueIds(operations: OperationNode[]): void {
  const names = new Map<string, string>();
  for (const { method, path, operation } of operations) {
    const id = textIn(operation, "operationId");
    if (id === undefined) continue;
    const name = `${method.toUpperCase()} ${path}`;
    const other = names.get(id);
    if (other !== undefined)
      throw new Error(
        `${name} and ${other} have the operationId ${id}: give each its own.`,
      );
    names.set(id, name);
  }
}

const supported = methods
  .filter((method) => !unsupported.includes(method))
  .map((method) => method.toUpperCase())
  .join(", ");
