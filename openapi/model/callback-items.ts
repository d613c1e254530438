import { copiedPathItem } from "./copied-path-item.ts";
import { isNode, nodeIn, nodesIn, type Node } from "./node.ts";
import { methods, operationNodesIn, pathSections } from "./operation-nodes.ts";
import { followed } from "./pointer.ts";

/**
 * Replaces references to path items in callbacks by the items. An operation that such an item
 * repeats has an id at its first place alone.
 */
export function resolveCallbackItems(contract: Node): void {
  const ofOperations = pathSections.flatMap((section) =>
    callbacksIn(nodeIn(contract, section)),
  );
  const ofComponents = nodesIn(
    nodeIn(nodeIn(contract, "components"), "callbacks"),
  );
  resolveItems(contract, [...ofOperations, ...ofComponents]);
  removeRepeatedIds(contract);
}

/** Returns the callbacks of the operations of path items. */
const callbacksIn = (paths: Node): Node[] =>
  operationNodesIn({ paths }, "paths").flatMap(({ operation }) =>
    nodesIn(nodeIn(operation, "callbacks")),
  );

/** @param outer the references that the callbacks are inside of */
function resolveItems(
  contract: Node,
  callbacks: Node[],
  outer: unknown[] = [],
): void {
  for (const each of callbacks) {
    const callback = followed(contract, each);
    for (const [address, reference] of Object.entries(callback)) {
      if (!isNode(reference) || !("$ref" in reference)) continue;
      const { $ref } = reference;
      if (outer.includes($ref)) continue;
      const item = copiedPathItem(contract, reference);
      callback[address] = item;
      const inner = callbacksIn({ [address]: item });
      resolveItems(contract, inner, [...outer, $ref]);
    }
  }
}

function removeRepeatedIds(contract: Node): void {
  const operations = pathSections.flatMap((section) =>
    operationNodesIn(contract, section).map(({ operation }) => operation),
  );
  const ids = new Set(operations.map(({ operationId }) => operationId));
  for (const holder of [...operations, nodeIn(contract, "components")])
    copyCallbacks(holder, ids);
}

/**
 * Copies the callbacks of a node, which a YAML alias may repeat, without the ids that are taken.
 * Adds the other ids to those.
 */
function copyCallbacks(holder: Node, ids: Set<unknown>): void {
  if (!isNode(holder["callbacks"])) return;
  const callbacks = { ...holder["callbacks"] };
  holder["callbacks"] = callbacks;
  for (const [name, callback] of Object.entries(callbacks)) {
    if (!isNode(callback) || "$ref" in callback) continue;
    const copy = { ...callback };
    callbacks[name] = copy;
    for (const [address, item] of Object.entries(copy))
      if (isNode(item)) copy[address] = copyOfItem(item, ids);
  }
}

function copyOfItem(item: Node, ids: Set<unknown>): Node {
  const copy = { ...item };
  for (const method of methods) {
    if (!isNode(item[method])) continue;
    const operation = { ...item[method] };
    if (ids.has(operation["operationId"])) delete operation["operationId"];
    ids.add(operation["operationId"]);
    copyCallbacks(operation, ids);
    copy[method] = operation;
  }
  return copy;
}
