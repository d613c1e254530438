import { isNode, listIn, nodeIn, nodesIn, type Node } from "./node.ts";
import { methods, operationNodesIn, pathSections } from "./operation-nodes.ts";
import { followed } from "./pointer.ts";

/**
 * Replaces references to path items by the items.
 * @returns the paths that were references
 */
export function resolvePathItems(contract: Node): Set<string> {
  const references = new Set<string>();
  for (const section of pathSections) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items)) {
      if (!isNode(item) || !("$ref" in item)) continue;
      items[path] = itemOf(contract, item);
      references.add(path);
    }
  }
  const components = nodeIn(contract, "components");
  const callbacks = [
    ...pathSections.flatMap((section) =>
      callbacksIn(nodeIn(contract, section)),
    ),
    ...nodesIn(nodeIn(components, "callbacks")),
  ];
  resolveCallbacks(contract, callbacks);
  removeRepeatedIds(contract);
  delete components["pathItems"];
  return references;
}

/** Returns a copy of the path item that a node refers to, with the fields beside the reference. */
function itemOf(contract: Node, { $ref, ...fieldsBeside }: Node): Node {
  const target = structuredClone(followed(contract, { $ref }));
  return { ...target, ...fieldsBeside };
}

/** Returns the callbacks of the operations of path items. */
const callbacksIn = (paths: Node): Node[] =>
  operationNodesIn({ paths }, "paths").flatMap(({ operation }) =>
    nodesIn(nodeIn(operation, "callbacks")),
  );

/**
 * Replaces references to path items in callbacks by the items.
 * @param outer the references that the callbacks are inside of
 */
function resolveCallbacks(
  contract: Node,
  callbacks: Node[],
  outer: unknown[] = [],
): void {
  for (const callback of callbacks.map((each) => followed(contract, each)))
    for (const [address, reference] of Object.entries(callback)) {
      if (!isNode(reference) || !("$ref" in reference)) continue;
      const { $ref } = reference;
      if (outer.includes($ref)) continue;
      const item = itemOf(contract, reference);
      callback[address] = item;
      resolveCallbacks(contract, callbacksIn({ [address]: item }), [
        ...outer,
        $ref,
      ]);
    }
}

/**
 * Removes the ids of operations in callbacks that another operation has too, as they are copies of
 * one path item.
 */
function removeRepeatedIds(contract: Node): void {
  const operations = pathSections.flatMap((section) =>
    operationNodesIn(contract, section).map(({ operation }) => operation),
  );
  const ids = new Set(operations.map(({ operationId }) => operationId));
  for (const holder of [...operations, nodeIn(contract, "components")])
    copyCallbacks(holder, ids);
}

/** Copies the callbacks of a node, without the ids that are taken. Adds the others to the ids. */
function copyCallbacks(holder: Node, ids: Set<unknown>): void {
  if (!isNode(holder["callbacks"])) return;
  const copies = Object.entries(holder["callbacks"]).map(([name, callback]) => [
    name,
    isNode(callback) && !("$ref" in callback)
      ? Object.fromEntries(
          Object.entries(callback).map(([address, item]) => [
            address,
            isNode(item) ? copyOf(item, ids) : item,
          ]),
        )
      : callback,
  ]);
  holder["callbacks"] = Object.fromEntries(copies);
}

function copyOf(item: Node, ids: Set<unknown>): Node {
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

/**
 * Copies the path items and the operations that a YAML alias repeats, as each has an id of its own.
 * @param repeatedPaths the paths of the copies are added to it
 */
export function copyAliases(contract: Node, repeatedPaths: Set<string>): void {
  const seen = new Set<unknown>();
  for (const section of pathSections) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items)) {
      if (!isNode(item)) continue;
      const own = { ...item };
      items[path] = own;
      for (const method of methods) {
        const operation = item[method];
        if (!isNode(operation)) continue;
        if (seen.has(operation)) {
          own[method] = structuredClone(operation);
          repeatedPaths.add(path);
        }
        seen.add(operation);
      }
    }
  }
}

/**
 * Moves the parameters of a path into its operations when an operation has another parameter of the
 * same name, which replaces that of the path.
 */
export function moveReplacedParameters(contract: Node): void {
  const nameOf = (parameter: Node) => {
    const { in: place, name } = followed(contract, parameter);
    return JSON.stringify({ place, name });
  };
  const parametersOf = (node: Node) =>
    listIn(node, "parameters").filter(isNode);
  for (const section of pathSections)
    for (const item of nodesIn(nodeIn(contract, section))) {
      const shared = parametersOf(item);
      const sharedNames = new Set(shared.map(nameOf));
      const operations = methods.map((method) => item[method]).filter(isNode);
      const isReplaced = operations
        .flatMap(parametersOf)
        .some((parameter) => sharedNames.has(nameOf(parameter)));
      if (!isReplaced) continue;
      for (const operation of operations) {
        const own = parametersOf(operation);
        const names = new Set(own.map(nameOf));
        const others = shared.filter((each) => !names.has(nameOf(each)));
        operation["parameters"] = [...others, ...own];
      }
      delete item["parameters"];
    }
}
