import { memoized } from "../../model/collections.ts";
import { childOf, isNode, type Node, textIn } from "../../model/node.ts";
import { namesIn } from "../../model/pointer.ts";
import { documentOf, locate, type Document } from "./locations.ts";

const targets = new WeakMap<object, unknown>();

/**
 * What a node stands for: the target when it is a reference, otherwise itself.
 * @throws Error when the reference leads nowhere
 */
export function follow(node: unknown): unknown {
  const passed = new Set<Node>();
  let at = node;
  for (;;) {
    const reference = isNode(at) ? at["$ref"] : undefined;
    if (!isNode(at) || reference === undefined || isNode(reference)) return at;
    if (typeof reference !== "string")
      throw new Error(`The reference at ${lineOf(at)} is no text.`);
    if (passed.has(at))
      throw new Error(`The reference at ${lineOf(at)} leads to itself.`);
    passed.add(at);
    at = targets.get(at) ?? target(reference, at);
    for (const one of passed) targets.set(one, at);
  }
}

function lineOf(reference: object): string {
  const { file, line } = locate({ node: reference, key: "$ref" });
  return `${file}:${line}`;
}

/** An address, not a path to a file; a letter alone is a drive. */
const hasScheme = /^[a-z][a-z0-9+.-]+:/i;

/** What a reference leads to, as written at a node. */
export function target(reference: string, from: object): unknown {
  const owner = documentOf(from);
  const [path = "", fragment = ""] = reference.split("#");
  if (hasScheme.test(path))
    throw new Error(
      `${lineOf(from)} refers to ${reference}, which is not on this machine. Put it into one file first: npx redocly bundle FILE --output BUNDLE`,
    );
  const document = path === "" ? owner : owner.open(path, lineOf(from));
  const isPointer = fragment === "" || fragment.startsWith("/");
  const node = isPointer
    ? byPointer(document.root, fragment)
    : anchorsIn(document).get(fragment);
  if (node !== undefined) return node;
  throw new Error(
    `A reference leads nowhere, so what stands there could not be compared: ${reference} at ${lineOf(from)}.`,
  );
}

const byPointer = (start: unknown, fragment: string): unknown =>
  namesIn(fragment).reduce<unknown>(
    (at, name) => childOf(follow(at), name),
    start,
  );

/** The schemas of this file that a dynamic reference may lead to, by where it is used. */
export function dynamicTargets(node: Node): Node[] {
  const reference = textIn(node, "$dynamicRef");
  if (reference === undefined) return [];
  const name = reference.slice(reference.indexOf("#") + 1);
  const { positions } = documentOf(node);
  return [...positions.keys()]
    .filter(isNode)
    .filter((each) => textIn(each, "$dynamicAnchor") === name);
}

const anchorsIn = memoized(({ positions }: Document) => {
  const found = new Map<string, Node>();
  for (const node of [...positions.keys()].filter(isNode))
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      const name = textIn(node, key);
      if (name !== undefined) found.set(name, node);
    }
  return found;
});

/**
 * What a node has under a key, its reference followed.
 * @throws Error when it is no mapping
 */
export function element(node: Node, key: string): Node | undefined {
  const value = node[key] === null ? undefined : follow(node[key]);
  if (value === undefined || isNode(value)) return value;
  throw unexpected(node, key, "a mapping");
}

/** The elements by their names. */
export function elements(node: Node, key: string): Map<string, Node> {
  const holder = element(node, key) ?? {};
  return new Map(
    Object.keys(holder).flatMap((name) => {
      const value = element(holder, name);
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** The elements of a list. */
export function elementsOfList(node: Node, key: string): Node[] {
  const list = node[key] ?? [];
  if (!Array.isArray(list)) throw unexpected(node, key, "a list");
  return list.map((item: unknown) => {
    const value = follow(item);
    if (isNode(value)) return value;
    throw unexpected(node, key, "a list of mappings");
  });
}

/** The error for what is of another kind than OpenAPI says, with its location. */
export function unexpected(node: Node, key: string, expected: string): Error {
  const { file, line, pointer } = locate({ node, key });
  return new Error(`${file}:${line} has to have ${expected} at ${pointer}.`);
}
