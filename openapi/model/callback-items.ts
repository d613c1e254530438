import { copiedPathItem } from "./copied-path-item.ts";
import { isNode, nodeIn, textIn, type Node } from "./node.ts";
import { methods, operationNodesIn, pathSections } from "./operation-nodes.ts";
import { followed, pointerTo } from "./pointer.ts";

/** A callback, or a reference to one, and its JSON pointer. */
interface LocatedCallback {
  callback: Node;
  pointer: string;
}

/**
 * Replaces references to path items in callbacks by the items. An operation that such an item
 * repeats has an id at its first place alone.
 */
export function resolveCallbackItems(contract: Node): void {
  const ofOperations = pathSections.flatMap((section) =>
    callbacksIn(nodeIn(contract, section), `#/${section}`),
  );
  const { callbacks } = nodeIn(contract, "components");
  const ofComponents = located(callbacks, "#/components/callbacks");
  resolveItems(contract, [...ofOperations, ...ofComponents]);
  removeRepeatedIds(contract);
}

/** Returns the callbacks of the operations of path items. */
const callbacksIn = (paths: Node, pointer: string): LocatedCallback[] =>
  operationNodesIn({ paths }, "paths").flatMap(({ path, method, operation }) =>
    located(
      operation["callbacks"],
      [path, method, "callbacks"].reduce(pointerInUri, pointer),
    ),
  );

const located = (callbacks: unknown, pointer: string): LocatedCallback[] =>
  Object.entries(isNode(callbacks) ? callbacks : {}).flatMap(
    ([name, callback]) =>
      isNode(callback)
        ? [{ callback, pointer: pointerInUri(pointer, name) }]
        : [],
  );

/** Addresses have braces and number signs. */
const pointerInUri = (pointer: string, name: string): string =>
  pointer + encodeURI(pointerTo("", name)).replaceAll("#", "%23");

/**
 * Resolves the items of callbacks, and those inside of them.
 * @param outer reference that the callbacks are inside of → the pointer of its item
 */
function resolveItems(
  contract: Node,
  callbacks: LocatedCallback[],
  outer: ReadonlyMap<unknown, string> = new Map(),
): void {
  for (const each of callbacks) {
    const callback = followed(contract, each.callback);
    const own = textIn(each.callback, "$ref") ?? each.pointer;
    for (const [address, reference] of Object.entries(callback)) {
      if (!isNode(reference) || !("$ref" in reference)) continue;
      const { $ref } = reference;
      const known = outer.get($ref);
      if (known !== undefined) {
        callback[address] = { ...reference, $ref: known };
        continue;
      }
      const item = copiedPathItem(contract, reference);
      callback[address] = item;
      const pointer = pointerInUri(own, address);
      const inner = callbacksIn({ [address]: item }, own);
      resolveItems(contract, inner, new Map([...outer, [$ref, pointer]]));
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
