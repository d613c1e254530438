import { isNode, listIn, nodeIn, type Node } from "./node.ts";
import { followed } from "./pointer.ts";

/** The methods of OpenAPI 3.2, in the order of our tools. */
export const methods = [
  "get",
  "head",
  "post",
  "put",
  "patch",
  "delete",
  "options",
  "trace",
  "query",
] as const;
export type Method = (typeof methods)[number];

/** The sections of a contract that have path items. */
export const pathSections = ["paths", "webhooks"] as const;

/** An operation of an unchecked contract: a part may be missing or have a wrong type. */
export interface OperationNode {
  method: Method;
  /** The path, or the name of a webhook. */
  path: string;
  operation: Node;
  /** The parameters of the path and of the operation. */
  parameters: Node[];
}

/** Returns the operations of `paths` or of `webhooks`. */
export function operationNodesIn(
  contract: Node,
  section: (typeof pathSections)[number],
): OperationNode[] {
  const found: OperationNode[] = [];
  for (const [path, item] of Object.entries(nodeIn(contract, section))) {
    if (!isNode(item)) continue;
    for (const method of methods) {
      const operation = item[method];
      if (!isNode(operation)) continue;
      const parameters = [
        ...listIn(item, "parameters"),
        ...listIn(operation, "parameters"),
      ].filter(isNode);
      found.push({ method, path, operation, parameters });
    }
  }
  return found;
}

/** Returns the operations of the callbacks of an operation. */
export const callbackNodesIn = (
  contract: Node,
  operation: Node,
): OperationNode[] =>
  Object.values(nodeIn(operation, "callbacks"))
    .filter(isNode)
    .flatMap((callback) =>
      Object.entries(followed(contract, callback)).flatMap(([address, item]) =>
        isNode(item)
          ? operationNodesIn(
              { paths: { [address]: followed(contract, item) } },
              "paths",
            )
          : [],
      ),
    );

/** The tag of an operation without tags. */
export const impliedTag = "Operations";

/** Returns the id of an operation without an `operationId`: `getLoansId` for `GET /loans/{id}`. */
export const impliedId = (method: string, path: string): string =>
  path
    .replaceAll(/[{}]/g, "")
    .split(/[^A-Za-z0-9]+/)
    .reduce(
      (id, word) => id + word.charAt(0).toUpperCase() + word.slice(1),
      method.toLowerCase(),
    );
