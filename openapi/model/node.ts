/** A mapping of a YAML or JSON document. */
export type Node = Record<string, unknown>;

/** Whether a value is a mapping. */
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A document in which `change` has replaced each mapping, the outer ones first. What is under a name that `isKept` stays. */
export function mapNodes<T>(document: T, change: (node: Node) => Node, isKept = (_name: string) => false): T {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isNode(value)) return value;
    const fields = Object.entries(change(value));
    return Object.fromEntries(fields.map(([name, child]) => [name, isKept(name) ? child : visit(child)]));
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
export function textIn(node: Node | undefined, key: string): string | undefined {
  const value = node?.[key];
  return typeof value === "string" ? value : undefined;
}

/** The texts of the list under a key. */
export const textsIn = (node: Node | undefined, key: string): string[] =>
  listIn(node, key).filter((value) => typeof value === "string");

/** Makes other fields of a mapping, in their order, while it stays the same object. */
export function rewrite(node: Node, fields: Node): void {
  for (const name of Object.keys(node)) delete node[name];
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) node[name] = value;
}

/** What stands in a list and not in another. */
export function without<T>(from: Iterable<T>, what: Iterable<T>): T[] {
  const gone = new Set(what);
  return [...from].filter((item) => !gone.has(item));
}

/** Items in code style, for a message. */
export const quoted = (items: Iterable<unknown>): string =>
  [...items].map((item) => `\`${String(item)}\``).join(", ");
