/** A contract as plain data, to be changed. */
export type Json = { [key: string]: unknown };

/** Chooses one of a list; nothing of an empty one. */
export type Choose = <T>(list: readonly T[]) => T | undefined;

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schemas among the components, made when there are none. */
export function schemaComponents(document: Json): Json {
  const components = (document["components"] ??= {}) as Json;
  return (components["schemas"] ??= {}) as Json;
}

/** Where something stands: `holder[key]` is it. */
export interface Site {
  holder: Json;
  key: string;
  node: Json;
}

/** The entries of a mapping that are mappings. */
export const sites = (holder: unknown): Site[] =>
  isJson(holder)
    ? Object.entries(holder).flatMap(([key, node]) => (isJson(node) ? [{ holder, key, node }] : []))
    : [];

/** What a reference leads to, or the node itself. */
export function followed(document: Json, node: unknown): Json | undefined {
  if (!isJson(node)) return undefined;
  const reference = node["$ref"];
  if (typeof reference !== "string") return node;
  const names = reference
    .slice(2)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = names.reduce<unknown>((from, name) => (isJson(from) ? from[name] : undefined), document);
  return followed(document, target);
}

/** Every schema that stands somewhere, the innermost last. */
export function schemasIn(node: unknown, found: Site[] = [], seen = new Set<unknown>()): Site[] {
  if (typeof node !== "object" || node === null || seen.has(node)) return found;
  seen.add(node);
  const names = ["schemas", "properties"];
  for (const [key, value] of Object.entries(node)) {
    if (["example", "examples", "enum", "default", "x-exact"].includes(key)) continue;
    if (isJson(node) && isJson(value) && ["schema", "items"].includes(key))
      found.push({ holder: node, key, node: value });
    if (names.includes(key) && isJson(value)) found.push(...sites(value));
    schemasIn(value, found, seen);
  }
  return found;
}

/** The same with the keys of each mapping in another order; what refers to a list keeps its order. */
export function shuffled<T>(value: T, next: () => number): T {
  if (Array.isArray(value)) return value.map((item: unknown) => shuffled(item, next)) as T;
  if (!isJson(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [next(), key, shuffled(item, next)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, item]) => [key, item])) as T;
}
