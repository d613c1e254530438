import { basename, extname } from "node:path";
import { childOf, isNode, textIn, type Node } from "../../model/node.ts";
import { namesIn, pointerTo } from "../../model/pointer.ts";
import type { Position, Positions } from "../../model/positions.ts";

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
  /** Opens the file that this one refers to by a path; `at` is where it does, for people. */
  open(path: string, at: string): Document;
}

/** Where a node stands: in which file, and under which key of which other node; a root stands under none. */
interface NodeLocation {
  document: Document;
  parent: object | undefined;
  key: string;
}

const locations = new WeakMap<object, NodeLocation>();

/** Remembers of each node of a file where it stands, where it stands first. */
export function recordLocations(document: Document): void {
  const record = (
    node: object,
    key: string,
    parent: object | undefined,
  ): void => {
    if (locations.has(node)) return;
    locations.set(node, { document, key, parent });
    for (const [name, value] of Object.entries(node))
      if (typeof value === "object" && value !== null)
        record(value, name, node);
  };
  if (typeof document.root === "object" && document.root !== null)
    record(document.root, "", undefined);
}

/** An empty mapping in the place of a key that nothing stands under. */
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

/** The file that a node stands in. */
export const documentOf = (node: object): Document => locationOf(node).document;

/** The locations of a node and of those around it, the innermost first. */
function withAncestors(node: object): [NodeLocation, ...NodeLocation[]] {
  const location = locationOf(node);
  return location.parent
    ? [location, ...withAncestors(location.parent)]
    : [location];
}

/** A location in a contract: a key of a mapping or an item of a list, or the whole of either without a key. */
export interface Location {
  node: object;
  key?: string | undefined;
}

/** A location as people look it up. */
export interface SourceLocation extends Position {
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
  /** What is written there, to the end of the line. */
  text: string;
}

const longest = 100;

/** Where people find a location. What a rule filled in has no line: the nearest that somebody wrote around it has. */
export function locate({ node, key }: Location): SourceLocation {
  const around = withAncestors(node);
  const { file, positions, lines } = around[0].document;
  const names = around
    .flatMap(({ parent, key: name }) => (parent ? [name] : []))
    .toReversed();
  const keyPosition =
    key === undefined ? undefined : positions.get(node)?.get(key);
  if (keyPosition && key !== undefined) names.push(key);
  const outer = around.map(
    ({ parent, key: name }) => parent && positions.get(parent)?.get(name),
  );
  const position = keyPosition ??
    outer.find((one) => one !== undefined) ?? { line: 1, column: 1 };
  const text = lines[position.line - 1]
    ?.slice(position.column - 1, position.column + longest)
    .trimEnd();
  return {
    file,
    pointer: names.reduce(pointerTo, "#"),
    ...position,
    text: text ?? "",
  };
}

/** The location in a contract that a pointer of another version of it leads to, as deep as there is one. */
export function nearest(root: object, pointer: string): SourceLocation {
  let found: Location = { node: root };
  let node: unknown = root;
  for (const key of namesIn(pointer)) {
    // What stands at a place of another list is not the same.
    if (!isNode(node) || childOf(node, key) === undefined) break;
    found = { node, key };
    node = childOf(node, key);
  }
  return locate(found);
}

/** What a node is called: the component, the property or the parameter that it is in, or its file. */
export function nameOf(node: object): string | undefined {
  const around = withAncestors(node);
  const { file, root, main } = around[0].document;
  const holder = around.find((_, i) => naming.test(around[i + 1]?.key ?? ""));
  if (!holder?.parent)
    return root === main ? undefined : basename(file, extname(file));
  if (!Array.isArray(holder.parent)) return holder.key;
  const value = childOf(holder.parent, holder.key);
  return isNode(value) ? textIn(value, "name") : undefined;
}

/** What stands under these has a name, or is a parameter with one. */
const naming =
  /^(properties|patternProperties|schemas|\$defs|definitions|headers|parameters)$/;
