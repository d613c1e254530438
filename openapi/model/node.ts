/** A mapping of a YAML or JSON document. */
export type Node = Record<string, unknown>;

/** Whether a value is a mapping. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Under these keys, and in `components`, a mapping has names of the API: also `x-…` is a name there. */
const ofNames = new Set([
  ...[
    "properties",
    "patternProperties",
    "dependentSchemas",
    "dependentRequired",
    "$defs",
    "mapping",
  ],
  ...[
    "headers",
    "parameters",
    "examples",
    "links",
    "callbacks",
    "webhooks",
    "content",
    "encoding",
  ],
  ...["variables", "scopes"],
]);
/** Under these keys stands what describes nothing: what an API sends, and names of security schemes. */
const ofValues = new Set([
  "example",
  "default",
  "const",
  "enum",
  "value",
  "security",
]);

/**
 * A document in which `change` has replaced each object of OpenAPI or JSON Schema, the outer ones first. Names of the API and
 * values stay as they are.
 */
export function mapNodes<T>(document: T, change: (node: Node) => Node): T {
  const visit = (value: unknown, key = "", parent = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item));
    if (!isNode(value)) return value;
    const mapped = (
      node: Node,
      map: (child: unknown, name: string) => unknown,
    ) =>
      Object.fromEntries(
        Object.entries(node).map(([name, child]) => [name, map(child, name)]),
      );
    if (parent === "components" || ofNames.has(key))
      return mapped(value, (child) => visit(child));
    return mapped(change(value), (child, name) => {
      const isValue = ofValues.has(name)
        ? key !== "responses"
        : name === "examples" && Array.isArray(child);
      return isValue ? child : visit(child, name, key);
    });
  };
  return visit(document) as T;
}

/** What stands under a key of a mapping or at a place of a list. */
export function childOf(node: unknown, key: string): unknown {
  if (Array.isArray(node)) return node[Number(key)];
  return isNode(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** The mapping under a key, empty when there is none. */
export function nodeIn(node: Node | undefined, key: string): Node {
  const value = node?.[key];
  return isNode(value) ? value : {};
}

/** The list under a key, empty when there is none. */
export function listIn(node: Node | undefined, key: string): unknown[] {
  const value = node?.[key];
  return Array.isArray(value) ? value : [];
}

/** The text under a key. */
export function textIn(
  node: Node | undefined,
  key: string,
): string | undefined {
  const value = node?.[key];
  return typeof value === "string" ? value : undefined;
}

/** The texts of the list under a key. */
export const textsIn = (node: Node | undefined, key: string): string[] =>
  listIn(node, key).filter((value) => typeof value === "string");

/** Makes other fields of a mapping, in their order, while it stays the same object. */
export function rewrite(node: Node, fields: Node): void {
  for (const name of Object.keys(node)) delete node[name];
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) node[name] = value;
}

/** What stands in a list and not in another. */
export function without<T>(from: Iterable<T>, what: Iterable<T>): T[] {
  const excluded = new Set(what);
  return [...from].filter((item) => !excluded.has(item));
}

/** Appends to the list under a key. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Items in code style, for a message. */
export const quoted = (items: Iterable<unknown>): string =>
  [...items].map((item) => `\`${String(item)}\``).join(", ");

/** The JSON pointer of what stands under a name (RFC 6901): `#/paths/~1v1~1contacts`. */
export const pointerTo = (pointer: string, name: string): string =>
  `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The names in a JSON pointer, also in one that is written as the fragment of a URI. */
export const namesIn = (pointer: string): string[] =>
  pointer.split("/").slice(1).map(unescape);

const unescape = (name: string) =>
  decoded(name).replaceAll("~1", "/").replaceAll("~0", "~");

/** A name without its percent codes; a percent sign that encodes nothing stands for itself. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Where a text stands: the names that lead to it. */
type Path = (string | number)[];

/** Calls a function for each mapping and list of a document, once where it is shared, with its place. */
export function eachNode(
  root: unknown,
  visit: (node: object, path: Path) => void,
): void {
  const visited = new Set<unknown>();
  const enter = (node: unknown, path: Path): void => {
    if (typeof node !== "object" || node === null || visited.has(node)) return;
    visited.add(node);
    visit(node, path);
    for (const [name, child] of Object.entries(node))
      enter(child, [...path, name]);
  };
  enter(root, []);
}

/** Calls a function for each text of a document, once where a node is shared, with its place. */
export const eachText = (
  root: unknown,
  visit: (text: string, path: Path) => void,
): void =>
  eachNode(root, (node, path) => {
    for (const [name, text] of Object.entries(node))
      if (typeof text === "string") visit(text, [...path, name]);
  });

/** The methods of OpenAPI 3.2, in the order in which they stand under a path. */
export const methods = [
  "get",
  "head",
  "post",
  "put",
  "patch",
  "delete",
  "options",
  "trace",
  "query",
] as const;
export type Method = (typeof methods)[number];

/** An operation of a contract in which anything may be missing or of another kind. */
export interface OperationNode {
  method: Method;
  /** The path, or the name of a webhook. */
  path: string;
  operation: Node;
  /** Those of its path are its own. */
  parameters: Node[];
}

/** The operations of `paths` or of `webhooks`. */
export const operationNodesIn = (
  contract: Node,
  section: "paths" | "webhooks",
): OperationNode[] =>
  Object.entries(nodeIn(contract, section)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isNode(item) ? item[method] : undefined;
      if (!isNode(item) || !isNode(operation)) return [];
      const parameters = [
        ...listIn(item, "parameters"),
        ...listIn(operation, "parameters"),
      ];
      return [
        { method, path, operation, parameters: parameters.filter(isNode) },
      ];
    }),
  );

/** The tag of an operation that states none. */
export const impliedTag = "Operations";

/** The `operationId` of an operation that states none: `getLoansId` of `GET /loans/{id}`. */
export const impliedId = (method: string, path: string): string =>
  path
    .replaceAll(/[{}]/g, "")
    .split(/[^A-Za-z0-9]+/)
    .reduce(
      (id, word) => id + word.charAt(0).toUpperCase() + word.slice(1),
      method.toLowerCase(),
    );

/** What a local reference leads to, and any other node as it is; nothing where it leads nowhere. */
export function followed(contract: Node, node: Node, depth = 0): Node {
  const reference = textIn(node, "$ref");
  if (reference === undefined || depth > 9) return node;
  const target = namesIn(reference).reduce<unknown>(childOf, contract);
  return isNode(target) ? followed(contract, target, depth + 1) : {};
}

/** A function that remembers what it made of an object. */
export function memoized<K extends object, V>(
  make: (key: K) => V,
): (key: K) => V {
  const results = new WeakMap<K, { value: V }>();
  return (key) => {
    const found = results.get(key) ?? { value: make(key) };
    results.set(key, found);
    return found.value;
  };
}
