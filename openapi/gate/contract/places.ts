import { pointerTo } from "../../document/pointer.ts";
import type { Document } from "./document.ts";
import { isNode, textIn, type Node } from "./node.ts";

/** Where a node stands: under a key of the one around it. */
export interface Place {
  node: object;
  key: string;
}

const known = new WeakMap<Document, Map<object, Place>>();
const named = new WeakMap<Document, Map<string, Node>>();

/** In which node and under which key each node of a document stands, where it stands first. */
function placesIn(document: Document): Map<object, Place> {
  const found = known.get(document);
  if (found) return found;
  const { root } = document;
  const places = new Map<object, Place>();
  const visit = (node: object) => {
    for (const [key, value] of Object.entries(node)) {
      if (typeof value !== "object" || value === null || value === root || places.has(value)) continue;
      places.set(value, { node, key });
      visit(value);
    }
  };
  if (typeof root === "object" && root !== null) visit(root);
  known.set(document, places);
  return places;
}

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
export function namedNodesIn(document: Document): Map<string, Node> {
  const found = named.get(document) ?? new Map<string, Node>();
  if (named.has(document)) return found;
  named.set(document, found);
  for (const node of document.positions.keys())
    for (const key of ["$anchor", "$dynamicAnchor", "$id", "$self"]) {
      const name = isNode(node) ? textIn(node, key) : undefined;
      if (isNode(node) && name !== undefined) found.set(name, node);
    }
  return found;
}
