import { basename, extname } from "node:path";
import { complete } from "../../model/complete.ts";
import { namesIn, pointerTo, childOf, isNode, nodeIn, textIn, type Node } from "../../model/node.ts";
import { NotComparable, type Source } from "./source.ts";
import { type Document, type Position, openFiles } from "./files.ts";
import { locationsAround, pointerOf, createReferences, type References } from "./references.ts";

/** A place in a contract: a key of a mapping, an item of a list, or the whole of either. */
export interface At {
  node: object;
  key?: string | undefined;
}

/** A place as people look it up. */
export interface Location extends Position {
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
}

/** A contract with all files that it refers to. */
export interface Contract extends References {
  name: string;
  root: Node;
  /** Whether it is written in OpenAPI 3.0, where nothing beside a reference counts. */
  is30: boolean;
  version: string | undefined;
  locate(at: At): Location;
  /** The place that a pointer of another version of this contract leads to, as deep as there is one. */
  nearest(pointer: string): Location;
  /** What a node is called: the component, the property or the parameter that it is in, or its file. */
  nameOf(node: object): string | undefined;
}

/**
 * Opens a contract.
 * @throws NotComparable when it is no contract of OpenAPI 3, with the place of the error
 */
export function openContract(source: Source): Contract {
  const files = openFiles(source);
  const root = contractIn(files.main);
  complete(root, () => ""); // nothing that is compared depends on an example
  const placeOf = (reference: object) => {
    const { file, line } = locate({ node: reference, key: "$ref" });
    return `${file}:${line}`;
  };

  function locate({ node, key }: At): Location {
    const owner = files.ownerOf(node);
    const { file, positions } = owner;
    const around = locationsAround(node, owner);
    const pointer = pointerOf(node, owner);
    const own = key === undefined ? undefined : positions.get(node)?.get(key);
    if (own && key !== undefined) return { file, pointer: pointerTo(pointer, key), ...own };
    // What a rule filled in has no line: the nearest that somebody wrote around it has.
    const lines = around.map((location) => positions.get(location.node)?.get(location.key));
    return { file, pointer, ...(lines.find((line) => line !== undefined) ?? start) };
  }

  function nearest(pointer: string): Location {
    let at: unknown = root;
    let found: At = { node: root };
    for (const key of namesIn(pointer)) {
      if (typeof at !== "object" || at === null || childOf(at, key) === undefined) break;
      found = { node: at, key };
      at = childOf(at, key);
    }
    return locate(found);
  }

  function nameOf(node: object): string | undefined {
    const owner = files.ownerOf(node);
    const around = locationsAround(node, owner);
    const location = around.find((_, i) => naming.has(around[i + 1]?.key ?? ""));
    if (!location) return owner === files.main ? undefined : basename(owner.file, extname(owner.file));
    const value = childOf(location.node, location.key);
    if (!Array.isArray(location.node)) return location.key;
    return isNode(value) ? textIn(value, "name") : undefined;
  }

  return {
    name: source.nameOf(source.path),
    root,
    is30: files.is30,
    version: textIn(nodeIn(root, "info"), "version"),
    ...createReferences(files, placeOf),
    locate,
    nearest,
    nameOf,
  };
}

const start: Position = { line: 1, column: 1 };

/** What stands under these has a name, or is a parameter with one. */
const naming = new Set([
  ...["properties", "patternProperties", "schemas", "$defs", "definitions"],
  ...["headers", "parameters"],
]);

function contractIn({ root, file }: Document): Node {
  if (isNode(root) && /^3\.\d/.test(String(root["openapi"]))) return root;
  const kind = ["swagger", "asyncapi", "arazzo", "overlay", "openapi"].find((name) => childOf(root, name));
  const found = kind === undefined ? "none" : `${kind}: ${String(childOf(root, kind))}`;
  throw new NotComparable(
    `${file} is no contract of OpenAPI 3: it has to begin with openapi: 3.…, and has ${found}.`,
  );
}

/**
 * What a contract has under a key, its reference followed.
 * @throws NotComparable when it is no mapping
 */
export function element(contract: Contract, node: Node, key: string): Node | undefined {
  const value = node[key] === null ? undefined : contract.follow(node[key]);
  if (value === undefined || isNode(value)) return value;
  throw unexpected(contract, node, key, "a mapping");
}

/** The elements by their names. */
export function elements(contract: Contract, node: Node, key: string): Map<string, Node> {
  const holder = element(contract, node, key) ?? {};
  return new Map(
    Object.keys(holder).flatMap((name) => {
      const value = element(contract, holder, name);
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** The elements of a list. */
export function elementsOfList(contract: Contract, node: Node, key: string): Node[] {
  const list = node[key] ?? [];
  if (!Array.isArray(list)) throw unexpected(contract, node, key, "a list");
  return list.map((item: unknown) => {
    const value = contract.follow(item);
    if (isNode(value)) return value;
    throw unexpected(contract, node, key, "a list of mappings");
  });
}

/** The error for what is of another kind than OpenAPI says, with its place. */
export function unexpected(contract: Contract, node: Node, key: string, expected: string): NotComparable {
  const { file, line, pointer } = contract.locate({ node, key });
  return new NotComparable(`${file}:${line} has to have ${expected} at ${pointer}.`);
}
