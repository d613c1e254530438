import { pointerTo } from "../../model/pointer.ts";
import type { Document } from "./document.ts";
import { isNode, textIn, type Node } from "../../model/node.ts";

/** Where a node stands: under a key of the one around it. */
export interface Place {
  node: object;
  key: string;
}

/** Remembers what a function makes of a document. */
function perDocument<T>(make: (document: Document) => T): (document: Document) => T {
  const known = new WeakMap<Document, { made: T }>();
  return (document) => {
    const found = known.get(document) ?? { made: make(document) };
    known.set(document, found);
    return found.made;
  };
}

/** In which node and under which key each node of a document stands, where it stands first. */
const placesIn = perDocument(({ root }) => {
  const places = new Map<object, Place>();
  const visit = (node: object) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== "object" || value === null || value === root || places.has(value)) continue;
      places.set(value, { node, key });
      visit(value);
    }
  };
  if (typeof root === "object" && root !== null) visit(root);
  return places;
});

/** The places around a node of a document, the innermost first. */
export function placesAround(node: object, document: Document): Place[] {
  const places = placesIn(document);
  const around: Place[] = [];
  for (let place = places.get(node); place; place = places.get(place.node)) around.push(place);
  return around;
}

/** JSON pointer to a node of a document. */
export const pointerOf = (node: object, document: Document): string =>
  placesAround(node, document).reduceRight((pointer, { key }) => pointerTo(pointer, key), "#");

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
