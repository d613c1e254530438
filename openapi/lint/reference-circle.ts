import {
  childOf,
  isNode,
  listIn,
  nodeIn,
  textIn,
  type Node,
} from "../model/node.ts";
import { namesIn, pointerTo } from "../model/pointer.ts";

/**
 * Finds paths and components that refer to each other without an end, by `$ref` alone or by
 * `allOf`.
 * @returns the pointers of the first circle, the first pointer at its end too
 */
export function findCircle(root: Node): string[] | undefined {
  for (const pointer of pointersOfElements(root)) {
    const circle = circleFrom(root, pointer, []);
    if (circle) return circle;
  }
  return undefined;
}

/** Returns the pointers of all path items and components. */
function pointersOfElements(root: Node): string[] {
  const sections = new Map([["#/paths", root["paths"]]]);
  for (const [name, section] of Object.entries(nodeIn(root, "components")))
    sections.set(pointerTo("#/components", name), section);
  return [...sections].flatMap(([pointer, section]) =>
    Object.keys(isNode(section) ? section : {}).map((name) =>
      pointerTo(pointer, name),
    ),
  );
}

/**
 * Follows the references from a pointer.
 * @param passed the pointers on the way to it
 */
function circleFrom(
  root: Node,
  pointer: string,
  passed: string[],
): string[] | undefined {
  const { names, rest } = splitAtReference(root, namesIn(pointer));
  const current = names.reduce(pointerTo, "#");
  const start = passed.indexOf(current);
  if (start >= 0) return [...passed.slice(start), current];
  for (const reference of referencesIn(nodeAt(root, names))) {
    const next = rest.reduce(pointerTo, reference);
    const circle = circleFrom(root, next, [...passed, current]);
    if (circle) return circle;
  }
  return undefined;
}

/**
 * Splits the names of a pointer after the first one that leads to a reference. A pointer into the
 * parts beside a `$ref`, such as its `$defs`, does not follow it.
 */
function splitAtReference(root: Node, names: string[]) {
  const index = names.findIndex((_, i) => {
    const node = nodeAt(root, names.slice(0, i + 1));
    const next = names[i + 1];
    const isBeside = next !== undefined && childOf(node, next) !== undefined;
    return isNode(node) && typeof node["$ref"] === "string" && !isBeside;
  });
  if (index < 0) return { names, rest: [] };
  return { names: names.slice(0, index + 1), rest: names.slice(index + 1) };
}

const nodeAt = (root: Node, names: string[]) =>
  names.reduce<unknown>(childOf, root);

/** Returns the reference that a node is, or those in its `allOf`, in the same file. */
function referencesIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  const reference = textIn(node, "$ref");
  if (reference !== undefined)
    return reference.startsWith("#") ? [reference] : [];
  return listIn(node, "allOf").flatMap(referencesIn);
}
