import { isNode, nodeIn, textIn, type Node } from "./node.ts";
import {
  methods,
  operationNodesIn,
  pathSections,
  type OperationNode,
} from "./operation-nodes.ts";
import { requireKnownReferences } from "./known-references.ts";
import { placeIn } from "./place.ts";
import { followed } from "./pointer.ts";

/** Methods of OpenAPI 3.2 that the generators of types do not know. */
const unsupported = ["query"];

/**
 * Checks that our tools can read the complete contract.
 * @param file the file of the contract, for the message
 * @throws Error in one line that names the reference or the operation
 */
export function requireSupported(contract: Node, file: string): void {
  requireKnownReferences(contract, file);
  requireKnownMethods(contract, file);
  const operations = pathSections.flatMap((section) =>
    operationNodesIn(contract, section),
  );
  if (operations.length === 0)
    throw new Error("The contract has no operation: write one under `paths`.");
  requireUniqueIds(operations);
}

/** @throws Error for an operation with a method that the tools do not know */
function requireKnownMethods(contract: Node, file: string): void {
  const visited = new Set<Node>();
  /** @param place the names that lead to the path items */
  const visit = (items: Node, place: string[]): void => {
    for (const [path, written] of Object.entries(items)) {
      const item = isNode(written) ? followed(contract, written) : {};
      if (visited.has(item)) continue;
      visited.add(item);
      const at = [...place, path];
      const [unknown] = unknownMethodsIn(item);
      if (unknown)
        throw new Error(
          `${placeIn(file, [...at, ...unknown])}: ${unknown.at(-1)?.toUpperCase()} ${path} has a method that this tool does not know. It knows ${supported}. Give it a copy of the contract without this operation.`,
        );
      for (const method of methods) {
        const callbacks = nodeIn(nodeIn(item, method), "callbacks");
        for (const [name, callback] of Object.entries(callbacks))
          if (isNode(callback))
            visit(
              followed(contract, callback),
              at.concat(method, "callbacks", name),
            );
      }
    }
  };
  for (const section of pathSections)
    visit(nodeIn(contract, section), [section]);
}

/** Returns the names that lead from a path item to each operation of an unknown method. */
const unknownMethodsIn = (item: Node): string[][] => [
  ...Object.keys(nodeIn(item, "additionalOperations")).map((method) => [
    "additionalOperations",
    method,
  ]),
  ...unsupported.filter((method) => method in item).map((method) => [method]),
];

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
