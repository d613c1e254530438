import { basename, dirname, extname, join } from "node:path";
import { namesIn, pointerTo } from "../../document/pointer.ts";
import { NotComparable } from "../not-comparable.ts";
import { parseDocument, type Document, type Position } from "./document.ts";
import { isNode, nodeIn, textIn, type Node } from "./node.ts";
import type { Source } from "./source.ts";

/** A place in a contract: a key of a mapping, an item of a list, or the whole of either. */
export interface At {
  node: object;
  key?: string | undefined;
}

/** Where a node stands: under a key of the one around it. */
interface Place {
  node: object;
  key: string;
}

/** A place as people look it up. */
export interface Location extends Position {
  file: string;
  /** JSON pointer in the file. */
  pointer: string;
}

/** A contract with all files that it refers to. */
export interface Contract {
  name: string;
  root: Node;
  /** Whether it is written in OpenAPI 3.0, where nothing beside a reference counts. */
  is30: boolean;
  version: string | undefined;
  /**
   * What a node stands for: the target when it is a reference, otherwise itself.
   * @throws NotComparable when the reference leads nowhere
   */
  follow(node: unknown): unknown;
  /** What a reference leads to, as written at a node. */
  target(reference: string, from: object): unknown;
  /** Notes that a node made by the gate is a form of one in the contract. */
  stands(made: object, original: object): void;
  locate(at: At): Location;
  /** The place that a pointer of another version of this contract leads to, as deep as there is one. */
  nearest(pointer: string): Location;
  /** The value at a pointer of the file that a node is in. */
  valueAt(pointer: string, from: object): unknown;
}

/** An address, not a path to a file; a letter alone is a drive. */
const hasScheme = /^[a-z][a-z0-9+.-]+:/i;

/**
 * Opens a contract.
 * @throws NotComparable when it is no contract of OpenAPI 3, with the place of the fault
 */
export function openContract(source: Source): Contract {
  const documents = new Map<string, Document>();
  const originals = new WeakMap<object, object>();
  const places = new Map<Document, Map<object, Place>>();
  const nodesByName = new Map<Document, Map<string, Node>>();
  const targets = new Map<object, unknown>();

  function open(path: string, from?: object): Document {
    const known = documents.get(path);
    if (known) return known;
    const document = read(path, from ? ` ${placeOf(from)} refers to it.` : "");
    documents.set(path, document);
    paths.set(document, path);
    return document;
  }

  function read(path: string, whence: string): Document {
    try {
      const text = source.read(path);
      if (text === undefined) throw new NotComparable(`There is no ${source.nameOf(path)}.`);
      return parseDocument(text, source.nameOf(path));
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error;
      throw new NotComparable(`${error.message}${whence}`);
    }
  }
  const paths = new Map<Document, string>();
  const main = open(source.path);
  const root = contractIn(main);

  const original = (node: object): object => originals.get(node) ?? node;
  const ownerOf = (node: object) =>
    [...documents.values()].find(({ positions }) => positions.has(original(node))) ?? main;

  function target(reference: string, from: object): unknown {
    const owner = ownerOf(from);
    const [path = "", fragment = ""] = reference.split("#");
    const named = hasScheme.test(path) ? namesOf(owner).get(path) : undefined;
    if (named === undefined && hasScheme.test(path))
      throw new NotComparable(
        `${placeOf(from)} refers to ${reference}, which is not on this machine. Put it into one file first: npx redocly bundle FILE --output BUNDLE`,
      );
    const document =
      path === "" || named ? owner : open(join(dirname(paths.get(owner) ?? ""), decoded(path)), from);
    const isPointer = fragment === "" || fragment.startsWith("/");
    const inside = path === "" ? addressedAround(from, owner) : undefined;
    const found = isPointer
      ? ((inside && byPointer(inside, fragment)) ?? byPointer(named ?? document.root, fragment))
      : undefined;
    const node = found ?? namesOf(document).get(fragment);
    if (node !== undefined) return node;
    throw new NotComparable(
      `A reference leads nowhere, so what stands there could not be compared: ${reference} at ${placeOf(from)}.`,
    );
  }

  /** The nearest node around a node that has an address of its own: a pointer begins there. */
  function addressedAround(node: object, owner: Document): Node | undefined {
    if (![...namesOf(owner).values()].some((one) => "$id" in one)) return undefined;
    const known = placesOf(owner);
    for (let at: object | undefined = original(node); at; at = known.get(at)?.node)
      if (isNode(at) && textIn(at, "$id") !== undefined) return at;
    return undefined;
  }

  function byPointer(start: unknown, fragment: string): unknown {
    return namesIn(fragment).reduce<unknown>((at, name) => childOf(follow(at), name), start);
  }

  /** The nodes of a document that have a name: an anchor, or an address of their own. */
  function namesOf(document: Document): Map<string, Node> {
    const known = nodesByName.get(document);
    if (known) return known;
    const found = new Map<string, Node>();
    for (const node of document.positions.keys())
      for (const key of ["$anchor", "$dynamicAnchor", "$id", "$self"]) {
        const name = isNode(node) ? textIn(node, key) : undefined;
        if (isNode(node) && name !== undefined) found.set(name, node);
      }
    nodesByName.set(document, found);
    return found;
  }

  function follow(node: unknown): unknown {
    const passed = new Set<unknown>();
    let at = node;
    for (;;) {
      const reference = isNode(at) ? at["$ref"] : undefined;
      if (!isNode(at) || reference === undefined || isNode(reference)) return at;
      if (typeof reference !== "string")
        throw new NotComparable(`The reference at ${placeOf(at)} is no text.`);
      if (passed.has(at)) throw new NotComparable(`The reference at ${placeOf(at)} leads to itself.`);
      passed.add(at);
      at = targets.get(at) ?? target(reference, at);
      for (const reference of passed) if (isNode(reference)) targets.set(reference, at);
    }
  }

  function placeOf(reference: object): string {
    const { file, line } = locate({ node: reference, key: "$ref" });
    return `${file}:${line}`;
  }

  function placesOf(document: Document): Map<object, Place> {
    const known = places.get(document) ?? placesIn(document.root);
    places.set(document, known);
    return known;
  }

  function locate({ node, key }: At): Location {
    const written = original(node);
    const owner = ownerOf(written);
    const known = placesOf(owner);
    const pointer = pointerOf(written, known);
    const own = key === undefined ? undefined : owner.positions.get(written)?.get(key);
    if (own && key !== undefined) return { file: owner.file, pointer: pointerTo(pointer, key), ...own };
    const around = known.get(written);
    const position = around && owner.positions.get(around.node)?.get(around.key);
    return { file: owner.file, pointer, ...(position ?? { line: 1, column: 1 }) };
  }

  function nearest(pointer: string): Location {
    const names = namesIn(pointer);
    let at: unknown = root;
    let found: At = { node: root };
    for (const name of names) {
      if (typeof at !== "object" || at === null || childOf(at, name) === undefined) break;
      found = { node: at, key: name };
      at = childOf(at, name);
    }
    return locate(found);
  }

  return {
    name: source.nameOf(source.path),
    root,
    is30: /^3\.0/.test(String(root["openapi"])),
    version: textIn(nodeIn(root, "info"), "version"),
    follow,
    target,
    stands: (made, node) => originals.set(made, original(node)),
    locate,
    nearest,
    valueAt: (pointer, from) => byPointer(ownerOf(from).root, pointer.slice(1)),
  };
}

/** A path as the file system knows it; a percent sign that starts no character stands for itself. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function contractIn({ root, file }: Document): Node {
  const version = isNode(root) ? root["openapi"] : undefined;
  if (isNode(root) && /^3\.\d/.test(String(version))) return root;
  const kinds = isNode(root) ? ["swagger", "asyncapi", "arazzo", "overlay", "openapi"] : [];
  const kind = kinds.find((name) => isNode(root) && name in root);
  const found = kind === undefined ? "none" : `${kind}: ${String(isNode(root) && root[kind])}`;
  throw new NotComparable(
    `${file} is no contract of OpenAPI 3: it has to begin with openapi: 3.…, and has ${found}.`,
  );
}

/** In which node and under which key each node of a document stands, where it stands first. */
function placesIn(root: unknown): Map<object, Place> {
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
}

function pointerOf(node: object, places: Map<object, Place>): string {
  const place = places.get(node);
  return place ? pointerTo(pointerOf(place.node, places), place.key) : "#";
}

function childOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node[Number(name)];
  return isNode(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

/** What the place is called: a component, a property or a parameter, if it is in one. */
export function nameAt(contract: Contract, at: At): string | undefined {
  const { pointer, file } = contract.locate({ node: at.node });
  const names = namesIn(pointer);
  const place = names.findLastIndex((_, i) => naming.has(names[i - 1] ?? ""));
  const name = names[place];
  if (name !== undefined && names[place - 1] === "parameters" && /^\d+$/.test(name)) {
    const parameter = contract.valueAt(
      pointer
        .split("/")
        .slice(0, place + 2)
        .join("/"),
      at.node,
    );
    return isNode(parameter) ? textIn(parameter, "name") : undefined;
  }
  if (name !== undefined) return name;
  return file !== contract.name ? basename(file, extname(file)) : undefined;
}

const naming = new Set([
  "properties",
  "patternProperties",
  "schemas",
  "$defs",
  "definitions",
  "headers",
  "parameters",
]);
