import { resolveCallbackItems } from "./callback-items.ts";
import { copiedPathItem } from "./copied-path-item.ts";
import { isNode, listIn, nodeIn, nodesIn, type Node } from "./node.ts";
import { methods, pathSections } from "./operation-nodes.ts";
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
      items[path] = copiedPathItem(contract, item);
      references.add(path);
    }
  }
  const components = nodeIn(contract, "components");
  resolveCallbackItems(contract);
  delete components["pathItems"];
  return references;
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
 * same name, which replaces the path's parameter.
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
