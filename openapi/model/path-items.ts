import { isNode, listIn, nodeIn, nodesIn, type Node } from "./node.ts";
import { methods, operationNodesIn, pathSections } from "./operation-nodes.ts";
import { followed } from "./pointer.ts";

/**
 * Replaces references to path items by the items.
 * @returns the paths that were references
 */
export function resolvePathItems(contract: Node): Set<string> {
  const references = new Set<string>();
  const targets = new Set<unknown>();
  for (const section of pathSections) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items)) {
      if (!isNode(item) || !("$ref" in item)) continue;
      targets.add(item["$ref"]);
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
  resolveCallbacks(contract, callbacks, targets);
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
 * Replaces references to path items in callbacks by the items. Only one copy of an item keeps the
 * ids of its operations.
 * @param targets the references whose items have a copy
 * @param outer the references that the callbacks are inside of
 */
function resolveCallbacks(
  contract: Node,
  callbacks: Node[],
  targets: Set<unknown>,
  outer: unknown[] = [],
): void {
  for (const callback of callbacks.map((each) => followed(contract, each)))
    for (const [address, reference] of Object.entries(callback)) {
      if (!isNode(reference) || !("$ref" in reference)) continue;
      const { $ref } = reference;
      if (outer.includes($ref)) continue;
      const item = itemOf(contract, reference);
      callback[address] = item;
      const paths = { [address]: item };
      if (targets.has($ref))
        for (const { operation } of operationNodesIn({ paths }, "paths"))
          delete operation["operationId"];
      targets.add($ref);
      resolveCallbacks(contract, callbacksIn(paths), targets, [...outer, $ref]);
    }
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
