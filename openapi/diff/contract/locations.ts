import { pointerTo } from "../../model/pointer.ts";
import type { Document } from "./document.ts";
import { isNode, textIn, type Node } from "../../model/node.ts";

/** Where a node stands: under a key of the one around it. */
export interface Location {
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
  const locations = new Map<object, Location>();
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
export function locationsAround(node: object, document: Document): Location[] {
  const locations = locationsIn(document);
  const around: Location[] = [];
  for (let location = locations.get(node); location; location = locations.get(location.node))
    around.push(location);
  return around;
}

/** JSON pointer to a node of a document. */
export const pointerOf = (node: object, document: Document): string =>
  locationsAround(node, document).reduceRight((pointer, { key }) => pointerTo(pointer, key), "#");

/** The nodes of a document that have a name: an anchor, or an address of their own. */
export const namedNodesIn = perDocument(({ positions }) => {
  const found = new Map<string, Node>();
  for (const node of positions.keys())
    for (const key of ["$anchor", "$dynamicAnchor", "$id", "$self"]) {
      const name = isNode(node) ? textIn(node, key) : undefined;
      if (isNode(node) && name !== undefined) found.set(name, node);
    }
  return found;
});

/** Whether a part of a document has an address of its own. */
export const hasAddresses = perDocument((document) =>
  [...namedNodesIn(document).values()].some((node) => "$id" in node),
);
