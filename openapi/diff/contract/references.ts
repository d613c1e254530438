import { childOf, isNode, type Node, textIn } from "../../model/node.ts";
import { namesIn as namesInPointer } from "../../model/pointer.ts";
import { documentOf, locate, type Document } from "./locations.ts";
import { resourceAt, wholeOf, type Resource } from "./resources.ts";

const targets = new WeakMap<object, unknown>();

/**
 * Follows the reference of a node. Returns a node without a reference unchanged.
 * @throws Error when the reference is broken or circular
 */
export function follow(node: unknown): unknown {
  const passed = new Set<Node>();
  let current = node;
  for (;;) {
    const reference = isNode(current) ? current["$ref"] : undefined;
    if (!isNode(current) || reference === undefined || isNode(reference))
      return current;
    if (typeof reference !== "string")
      throw new Error(`The reference at ${lineOf(current)} is no text.`);
    if (passed.has(current))
      throw new Error(`The reference at ${lineOf(current)} leads to itself.`);
    passed.add(current);
    current = targets.get(current) ?? target(reference, current);
    for (const each of passed) targets.set(each, current);
  }
}

function lineOf(reference: object): string {
  const { file, line } = locate({ node: reference, key: "$ref" });
  return `${file}:${line}`;
}

/** Matches an address, and no path to a file: one letter alone is a drive. */
const hasScheme = /^[a-z][a-z0-9+.-]+:/i;

/** Returns the target of one reference. The target may be a reference too. */
export function target(reference: string, from: object): unknown {
  const owner = documentOf(from);
  const [path = "", fragment = ""] = reference.split("#");
  const own = resourceAt(path, from, owner);
  const node = own
    ? (inResource(own, fragment) ?? inResource(wholeOf(owner), fragment))
    : inResource(wholeOf(opened(path, reference, from)), fragment);
  if (typeof node === "object" && node !== null)
    documentOf(node).normalizePart(node);
  if (node !== undefined) return node;
  throw new Error(
    `A reference leads nowhere, so its target could not be compared: ${reference} at ${lineOf(from)}.`,
  );
}

/** Opens the file of a reference. */
function opened(path: string, reference: string, from: object): Document {
  if (hasScheme.test(path))
    throw new Error(
      `${lineOf(from)} refers to ${reference}, which is not on this machine. Put it into one file first: npx redocly bundle FILE --output BUNDLE`,
    );
  return documentOf(from).open(path, lineOf(from));
}

/** Returns the node at a fragment: a JSON pointer, or the name of an anchor. */
function inResource({ root, anchors }: Resource, fragment: string): unknown {
  const isPointer = fragment === "" || fragment.startsWith("/");
  return isPointer ? byPointer(root, fragment) : anchors.get(fragment);
}

function byPointer(root: unknown, fragment: string): unknown {
  // A schema with an address may itself be a reference, which begins at this schema.
  const next = (at: unknown) =>
    at === root && childOf(root, "$id") !== undefined ? at : follow(at);
  // A part beside a reference, such as its `$defs`, is no part of its target.
  return namesInPointer(fragment).reduce<unknown>(
    (at, name) => childOf(at, name) ?? childOf(next(at), name),
    root,
  );
}

/** Returns the schemas of the file that the dynamic reference of a node may lead to. */
export function dynamicTargets(node: Node): Node[] {
  const reference = textIn(node, "$dynamicRef");
  if (reference === undefined) return [];
  const name = reference.slice(reference.indexOf("#") + 1);
  const { positions } = documentOf(node);
  return [...positions.keys()]
    .filter(isNode)
    .filter((each) => textIn(each, "$dynamicAnchor") === name);
}

/**
 * Returns the object under a key, its reference followed. An extension may have any other value,
 * which says nothing here.
 * @throws Error when the value is no object
 */
export function element(node: Node, key: string): Node | undefined {
  const value = node[key] === null ? undefined : follow(node[key]);
  if (value === undefined || isNode(value)) return value;
  if (key.startsWith("x-")) return undefined;
  throw unexpected(node, key, "a mapping");
}

/**
 * Returns the names in a map. A key such as `x-trace` is a name too, unless its value is no object:
 * then it is an extension.
 */
export const namesIn = (mapping: Node): string[] =>
  Object.keys(mapping).filter((name) => {
    const value = mapping[name];
    return !name.startsWith("x-") || value === null || isNode(value);
  });

/** Returns name → object under a key, references followed. */
export function elements(node: Node, key: string): Map<string, Node> {
  const parent = element(node, key) ?? {};
  return new Map(
    namesIn(parent).flatMap((name) => {
      const value = element(parent, name);
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** Returns the objects of the list under a key, references followed. */
export function elementsOfList(node: Node, key: string): Node[] {
  const list = node[key] ?? [];
  if (!Array.isArray(list)) throw unexpected(node, key, "a list");
  return list.map((item: unknown) => {
    const value = follow(item);
    if (isNode(value)) return value;
    throw unexpected(node, key, "a list of mappings");
  });
}

/**
 * Returns true when a flag, such as `required` of a parameter, is set.
 * @throws Error when the value is neither true nor false
 */
export function flagIn(node: Node, key: string): boolean {
  const value = node[key] ?? false;
  if (typeof value === "boolean") return value;
  throw unexpected(node, key, "true or false");
}

/** Creates the error for a value of a wrong type, with its location. */
export function unexpected(node: Node, key: string, expected: string): Error {
  const { file, line, pointer } = locate({ node, key });
  return new Error(`${file}:${line} has to have ${expected} at ${pointer}.`);
}
