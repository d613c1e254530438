/** An object of a YAML or JSON document whose fields are not checked. */
export type Node = Record<string, unknown>;

/** Returns true for an object that is not an array. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Keys whose objects have names of the API as keys: `x-trace` is a header there, not an extension.
 */
const keysOfMaps = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependentRequired",
  "$defs",
  "mapping",
  "headers",
  "parameters",
  "examples",
  "links",
  "callbacks",
  "webhooks",
  "content",
  "encoding",
  "variables",
  "scopes",
]);

/**
 * Keys that hold values of the API or names of security schemes, and no parts of the description.
 */
const keysOfValues = new Set([
  "example",
  "default",
  "const",
  "enum",
  "value",
  "dataValue",
  "security",
]);

/**
 * Copies a document and replaces each object of OpenAPI or JSON Schema by the result of `change`,
 * outer objects first. Names of the API and values stay unchanged.
 * @param change also gets the key of the object
 */
export function mapNodes<T>(
  document: T,
  change: (node: Node, key: string) => Node,
): T {
  const visit = (value: unknown, key = "", parentKey = ""): unknown => {
    if (Array.isArray(value)) return value.map((element) => visit(element));
    if (!isNode(value)) return value;
    if (parentKey === "components" || keysOfMaps.has(key))
      return mapFields(value, (child) => visit(child));
    return mapFields(change(value, key), (child, name) =>
      isValue(name, child, key) ? child : visit(child, name, key),
    );
  };
  return visit(document) as T;
}

/** Returns true for a child that is a value of the API, and no part of the description. */
export function isValue(
  name: string,
  child: unknown,
  parentKey: string,
): boolean {
  // A response may have the key `default`.
  if (keysOfValues.has(name)) return parentKey !== "responses";
  // A schema has a list of examples; a media type has a map of them.
  return name === "examples" && Array.isArray(child);
}

/** Returns true when the names of a pointer lead to the value of an extension, or into it. */
export const isInExtension = (names: string[]): boolean =>
  names.some((name, i) => {
    const isName =
      names[i - 2] === "components" || keysOfMaps.has(names[i - 1] ?? "");
    return name.startsWith("x-") && !isName;
  });

const mapFields = (
  node: Node,
  map: (child: unknown, name: string) => unknown,
): Node =>
  Object.fromEntries(
    Object.entries(node).map(([name, child]) => [name, map(child, name)]),
  );

/** Returns the value under a key of an object, or at an index of an array. */
export function childOf(node: unknown, key: string): unknown {
  if (Array.isArray(node)) return node[Number(key)];
  return isNode(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** Returns the object under a key, or an empty one. */
export function nodeIn(node: Node | undefined, key: string): Node {
  const value = node?.[key];
  return isNode(value) ? value : {};
}

/** Returns the list under a key, or an empty one. */
export function listIn(node: Node | undefined, key: string): unknown[] {
  const value = node?.[key];
  return Array.isArray(value) ? value : [];
}

/** Returns the text under a key, or undefined. */
export function textIn(
  node: Node | undefined,
  key: string,
): string | undefined {
  const value = node?.[key];
  return typeof value === "string" ? value : undefined;
}

/** Returns the texts in the list under a key. */
export const textsIn = (node: Node | undefined, key: string): string[] =>
  listIn(node, key).filter((value) => typeof value === "string");

/** Returns the objects among the values of an object. */
export const nodesIn = (node: Node) => Object.values(node).filter(isNode);

/** Sets the fields that an object lacks. */
export function setMissing(node: Node, fields: Node): void {
  for (const [name, value] of Object.entries(fields)) node[name] ??= value;
}

/** Replaces the fields of an object, in this order. The object itself stays the same. */
export function rewrite(node: Node, fields: Node): void {
  for (const name of Object.keys(node)) delete node[name];
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) node[name] = value;
}

/** The names and indexes that lead to a value of a document. */
type Path = (string | number)[];

/** Calls `visit` for each object and array of a document with its path, once for a shared one. */
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

/** Calls `visit` for each text of a document with its path, once for a shared one. */
export const eachText = (
  root: unknown,
  visit: (text: string, path: Path) => void,
): void =>
  eachNode(root, (node, path) => {
    for (const [name, text] of Object.entries(node))
      if (typeof text === "string") visit(text, [...path, name]);
  });
