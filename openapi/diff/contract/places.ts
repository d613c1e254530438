import { basename, extname } from "node:path";
import { childOf, isNode, namesIn, pointerTo, textIn, type Node } from "../../model/node.ts";
import type { Position, Positions } from "./parse.ts";

/** A file of a contract. */
export interface Document {
  /** What people call it. */
  file: string;
  root: unknown;
  lines: string[];
  positions: Positions;
  /** The root of the contract, from which this file is referred to. */
  main: Node;
  /** Whether the contract is written in OpenAPI 3.0, where nothing beside a reference counts. */
  is30: boolean;
  /**
   * Opens the file that this one refers to by a path.
   * @param at where it does, for people
   */
  open(path: string, at: string): Document;
}

/** Where a node stands: in which file, and under which key of which other node; a root stands under none. */
interface Place {
  document: Document;
  holder: object | undefined;
  key: string;
}

const places = new WeakMap<object, Place>();

/** Remembers of each node of a file where it stands, where it stands first. */
export function placeNodes(document: Document): void {
  const place = (node: object, key: string, holder: object | undefined): void => {
    if (places.has(node)) return;
    places.set(node, { document, key, holder });
    for (const [name, value] of Object.entries(node))
      if (typeof value === "object" && value !== null) place(value, name, node);
  };
  if (typeof document.root === "object" && document.root !== null) place(document.root, "", undefined);
}

function placeOf(node: object): Place {
  const place = places.get(node);
  if (place) return place;
  throw new TypeError("Only a node of a contract has a place.");
}

/** The file that a node stands in. */
export const documentOf = (node: object): Document => placeOf(node).document;

/** The places of a node and of those around it, the innermost first. */
function placesFrom(node: object): [Place, ...Place[]] {
  const place = placeOf(node);
  return place.holder ? [place, ...placesFrom(place.holder)] : [place];
}

/** A place in a contract: a key of a mapping or an item of a list; the whole of either without a key, or when it lacks it. */
export interface At {
  node: object;
  key?: string | undefined;
}

/** A place as people look it up. */
export interface Location extends Position {
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
  /** What is written there, to the end of the line. */
  text: string;
}

/** How much of a line is shown; a contract without line breaks is one line. */
const longest = 100;

/** Where people find a place. What a rule filled in has no line: the nearest that somebody wrote around it has. */
export function locate({ node, key }: At): Location {
  const around = placesFrom(node);
  const { file, positions, lines } = around[0].document;
  const names = around.flatMap(({ holder, key: name }) => (holder ? [name] : [])).toReversed();
  const own = key === undefined ? undefined : positions.get(node)?.get(key);
  if (own && key !== undefined) names.push(key);
  const outer = around.map(({ holder, key: name }) => holder && positions.get(holder)?.get(name));
  const position = own ?? outer.find((one) => one !== undefined) ?? { line: 1, column: 1 };
  const text = lines[position.line - 1]?.slice(position.column - 1, position.column + longest).trimEnd();
  return { file, pointer: names.reduce(pointerTo, "#"), ...position, text: text ?? "" };
}

/** The place in a contract that a pointer of another version of it leads to, as deep as there is one. */
export function nearest(root: object, pointer: string): Location {
  let found: At = { node: root };
  let node: unknown = root;
  for (const key of namesIn(pointer)) {
    if (typeof node !== "object" || node === null || childOf(node, key) === undefined) break;
    found = { node, key };
    node = childOf(node, key);
  }
  return locate(found);
}

/** What a node is called: the component, the property or the parameter that it is in, or its file. */
export function nameOf(node: object): string | undefined {
  const around = placesFrom(node);
  const { file, root, main } = around[0].document;
  const named = around.find((_, i) => naming.test(around[i + 1]?.key ?? ""));
  if (!named?.holder) return root === main ? undefined : basename(file, extname(file));
  if (!Array.isArray(named.holder)) return named.key;
  const value = childOf(named.holder, named.key);
  return isNode(value) ? textIn(value, "name") : undefined;
}

/** What stands under these has a name, or is a parameter with one. */
const naming = /^(properties|patternProperties|schemas|\$defs|definitions|headers|parameters)$/;
