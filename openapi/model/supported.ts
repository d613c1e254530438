import {
  isNode,
  methods,
  nodeIn,
  operationNodesIn,
  textIn,
  type Node,
} from "./node.ts";

/** The methods of OpenAPI 3.2 that no generator of types knows. */
const unknown = ["query"];

/**
 * Refuses a contract that a tool would read in part alone.
 * @throws Error in one line, with the place
 */
export function requireSupported(contract: Node): void {
  const paths = nodeIn(contract, "paths");
  for (const [path, item] of Object.entries(paths)) {
    const others = isNode(item) ? nodeIn(item, "additionalOperations") : {};
    const found = [
      ...Object.keys(others),
      ...unknown.filter((method) => isNode(item) && method in item),
    ];
    const [method] = found;
    if (method !== undefined)
      throw new Error(
        `${method.toUpperCase()} ${path} has a method that this tool does not know. It knows ${known}.`,
      );
  }
  const operations = (["paths", "webhooks"] as const).flatMap((section) =>
    operationNodesIn(contract, section),
  );
  const ids = new Map<string, string>();
  for (const { method, path, operation } of operations) {
    const id = textIn(operation, "operationId");
    const name = `${method.toUpperCase()} ${path}`;
    const other = id === undefined ? undefined : ids.get(id);
    if (other !== undefined)
      throw new Error(
        `${name} and ${other} have the operationId ${id}: give each its own.`,
      );
    if (id !== undefined) ids.set(id, name);
  }
  if (operations.length === 0)
    throw new Error("The contract has no operation: write one under `paths`.");
}

const known = methods
  .filter((method) => !unknown.includes(method))
  .map((method) => method.toUpperCase())
  .join(", ");
