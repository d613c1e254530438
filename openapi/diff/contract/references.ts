import { namesIn, pointerTo, childOf, isNode, textIn, type Node } from "../../model/node.ts";
import { NotComparable } from "./source.ts";
import type { Document, Files } from "./files.ts";

/** How a contract is read across its references. */
export interface References {
  /**
   * What a node stands for: the target when it is a reference, otherwise itself.
   * @throws NotComparable when the reference leads nowhere
   */
  follow(node: unknown): unknown;
  /** What a reference leads to, as written at a node. */
  target(reference: string, from: object): unknown;
}

/** An address, not a path to a file; a letter alone is a drive. */
const hasScheme = /^[a-z][a-z0-9+.-]+:/i;

/** @param locationOf where a reference is written, for people */
export function createReferences(files: Files, locationOf: (reference: object) => string): References {
  const targets = new Map<object, unknown>();

  function target(reference: string, from: object): unknown {
    const owner = files.ownerOf(from);
    const [path = "", fragment = ""] = reference.split("#");
    const named = hasScheme.test(path) ? namedNodesIn(owner).get(path) : undefined;
    if (named === undefined && hasScheme.test(path))
      throw new NotComparable(
        `${locationOf(from)} refers to ${reference}, which is not on this machine. Put it into one file first: npx redocly bundle FILE --output BUNDLE`,
      );
    const document = path === "" || named ? owner : fileAt(path, owner, from);
    const inside = path === "" ? addressedAround(from, owner) : undefined;
    const pointed =
      fragment === "" || fragment.startsWith("/")
        ? ((inside && byPointer(inside, fragment)) ?? byPointer(named ?? document.root, fragment))
        : undefined;
    const node = pointed ?? namedNodesIn(document).get(fragment);
    if (node !== undefined) return node;
    throw new NotComparable(
      `A reference leads nowhere, so what stands there could not be compared: ${reference} at ${locationOf(from)}.`,
    );
  }

  function fileAt(path: string, owner: Document, from: object): Document {
    try {
      return files.beside(owner, path);
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error;
      throw new NotComparable(`${error.message} ${locationOf(from)} refers to it.`);
    }
  }

  function byPointer(start: unknown, fragment: string): unknown {
    return namesIn(fragment).reduce<unknown>((at, name) => childOf(follow(at), name), start);
  }

  function follow(node: unknown): unknown {
    const passed = new Set<Node>();
    let at = node;
    for (;;) {
      const reference = isNode(at) ? at["$ref"] : undefined;
      if (!isNode(at) || reference === undefined || isNode(reference)) return at;
      if (typeof reference !== "string")
        throw new NotComparable(`The reference at ${locationOf(at)} is no text.`);
      if (passed.has(at)) throw new NotComparable(`The reference at ${locationOf(at)} leads to itself.`);
      passed.add(at);
      at = targets.get(at) ?? target(reference, at);
      for (const one of passed) targets.set(one, at);
    }
  }

  return { follow, target };
}

/** The nearest node around a node that has an address of its own: a pointer begins there. */
function addressedAround(node: object, document: Document): Node | undefined {
  if (!hasAddresses(document)) return undefined;
  const around = [node, ...locationsAround(node, document).map((location) => location.node)];
  return around.filter(isNode).find((one) => textIn(one, "$id") !== undefined);
}

/** Where a node stands: under a key of the one around it. */
interface Holder {
  node: object;
  key: string;
}

/** Remembers what a function makes of a document. */
function perDocument<T>(make: (document: Document) => T): (document: Document) => T {
  const cache = new WeakMap<Document, { made: T }>();
  return (document) => {
    const found = cache.get(document) ?? { made: make(document) };
    cache.set(document, found);
    return found.made;
  };
}

/** In which node and under which key each node of a document stands, where it stands first. */
const locationsIn = perDocument(({ root }) => {
  const locations = new Map<object, Holder>();
  const visit = (node: object) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== "object" || value === null || value === root || locations.has(value)) continue;
      locations.set(value, { node, key });
      visit(value);
    }
  };
  if (typeof root === "object" && root !== null) visit(root);
  return locations;
});

/** The places around a node of a document, the innermost first. */
export function locationsAround(node: object, document: Document): Holder[] {
  const locations = locationsIn(document);
  const around: Holder[] = [];
  for (let location = locations.get(node); location; location = locations.get(location.node))
    around.push(location);
  return around;
}

/** JSON pointer to a node of a document. */
export const pointerOf = (node: object, document: Document): string =>
  locationsAround(node, document).reduceRight((pointer, { key }) => pointerTo(pointer, key), "#");

/** The nodes of a document that have a name: an anchor, or an address of their own. */
const namedNodesIn = perDocument(({ positions }) => {
  const found = new Map<string, Node>();
  for (const node of positions.keys())
    for (const key of ["$anchor", "$dynamicAnchor", "$id", "$self"]) {
      const name = isNode(node) ? textIn(node, key) : undefined;
      if (isNode(node) && name !== undefined) found.set(name, node);
    }
  return found;
});

/** Whether a part of a document has an address of its own. */
const hasAddresses = perDocument((document) =>
  [...namedNodesIn(document).values()].some((node) => "$id" in node),
);
