import { basename, extname } from "node:path";
import { childOf, isNode, textIn, type Node } from "../../model/node.ts";
import { namesIn, pointerTo } from "../../model/pointer.ts";
import type { Position, Positions } from "../../model/positions.ts";

/** A file of a contract. */
export interface Document {
  /** The name of the file in messages. */
  file: string;
  root: unknown;
  lines: string[];
  positions: Positions;
  /** The root of the contract that refers to this file. */
  main: Node;
  /** True for OpenAPI 3.0, which ignores the fields beside a reference. */
  is30: boolean;
  /** Opens another file. `reference` is the location of the reference, for messages. */
  open(path: string, reference: string): Document;
  /**
   * Converts the target of a reference. Its keys alone do not say that it is a part: a map of
   * responses may have the key `default`.
   */
  normalizePart(part: unknown): void;
}

/** The file, the parent and the key of a node. A root has no parent. */
interface NodeLocation {
  document: Document;
  parent: object | undefined;
  key: string;
}

const locations = new WeakMap<object, NodeLocation>();

/** Records the location of each new node of a file. A shared node gets its first location. */
export function recordLocations(document: Document): void {
  const visited = new Set<object>();
  const record = (
    node: object,
    key: string,
    parent: object | undefined,
  ): void => {
    if (visited.has(node)) return;
    visited.add(node);
    if (!locations.has(node)) locations.set(node, { document, key, parent });
    for (const [name, value] of Object.entries(node))
      if (typeof value === "object" && value !== null)
        record(value, name, node);
  };
  if (typeof document.root === "object" && document.root !== null)
    record(document.root, "", undefined);
}

/** Creates an empty node for a key without a value, with a location. */
export function emptyAt(parent: object, key: string): Node {
  const node = {};
  locations.set(node, { ...locationOf(parent), parent, key });
  return node;
}

function locationOf(node: object): NodeLocation {
  const location = locations.get(node);
  if (location) return location;
  throw new TypeError("Only a node of a contract has a location.");
}

/** Returns the file of a node. */
export const documentOf = (node: object): Document => locationOf(node).document;

/** Returns the locations of a node and of its ancestors, the innermost first. */
function withAncestors(node: object): [NodeLocation, ...NodeLocation[]] {
  const location = locationOf(node);
  return location.parent
    ? [location, ...withAncestors(location.parent)]
    : [location];
}

/**
 * A location in a contract: a key of an object, an index of a list, or a node itself, without a
 * key.
 */
export interface Location {
  node: object;
  key?: string | undefined;
}

/** A location in a file, for people. */
export interface SourceLocation extends Position {
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
  /** The rest of the line at the position. */
  text: string;
}

const maxTextLength = 100;

/**
 * Finds the line of a location. A node that `normalize` added has the line of its nearest written
 * ancestor.
 */
export function locate({ node, key }: Location): SourceLocation {
  const path = withAncestors(node);
  const { file, positions, lines } = path[0].document;
  const names = path
    .flatMap(({ parent, key: name }) => (parent ? [name] : []))
    .toReversed();
  const keyPosition =
    key === undefined ? undefined : positions.get(node)?.get(key);
  if (keyPosition && key !== undefined) names.push(key);
  const ancestorPositions = path.map(
    ({ parent, key: name }) => parent && positions.get(parent)?.get(name),
  );
  const position = keyPosition ??
    ancestorPositions.find((each) => each !== undefined) ?? {
      line: 1,
      column: 1,
    };
  const text = lines[position.line - 1]
    ?.slice(position.column - 1, position.column + maxTextLength)
    .trimEnd();
  return {
    file,
    pointer: names.reduce(pointerTo, "#"),
    ...position,
    text: text ?? "",
  };
}

/** Follows a pointer of another version of the contract as far as possible. */
export function nearest(root: object, pointer: string): SourceLocation {
  let found: Location = { node: root };
  let node: unknown = root;
  for (const key of namesIn(pointer)) {
    // The same index of another list is another element.
    if (!isNode(node) || childOf(node, key) === undefined) break;
    found = { node, key };
    node = childOf(node, key);
  }
  return locate(found);
}

/**
 * Returns the name of the component, the property or the parameter that contains a node, or of its
 * file.
 */
export function nameOf(node: object): string | undefined {
  const path = withAncestors(node);
  const { file, root, main } = path[0].document;
  const named = path.find((_, i) => keysOfNames.test(path[i + 1]?.key ?? ""));
  if (!named?.parent)
    return root === main ? undefined : basename(file, extname(file));
  if (!Array.isArray(named.parent)) return named.key;
  const value = childOf(named.parent, named.key);
  return isNode(value) ? textIn(value, "name") : undefined;
}

/** Keys whose children have a name: as their key, or as the `name` of a parameter. */
const keysOfNames =
  /^(properties|patternProperties|schemas|\$defs|definitions|headers|parameters)$/;
