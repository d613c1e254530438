import {
  childOf,
  isNode,
  mapNodes,
  nodeIn,
  textIn,
  type Node,
} from "./node.ts";
import { followed, namesIn } from "./pointer.ts";

/**
 * Replaces references into paths or into a part of a component, which generators do not read. A
 * schema becomes a component, as it may contain itself. Other targets are copied to the place of
 * the reference.
 */
export function resolveDeepReferences(contract: Node): void {
  const nodes: Node[] = [];
  mapNodes(contract, (node) => {
    nodes.push(node);
    return node;
  });
  const anchors = anchorsIn(nodes);
  const newComponents = new Map<Node, string>();
  for (const node of nodes) {
    const reference = textIn(node, "$ref");
    if (reference === undefined || !isDeep(reference)) continue;
    const target = targetOf(contract, reference, anchors);
    if (target === undefined || target === node) continue;
    const names = namesIn(reference);
    if (isSchemaAt(names)) {
      const name = componentName(contract, target, names, newComponents);
      node["$ref"] = `#/components/schemas/${pointerName(name)}`;
    } else {
      delete node["$ref"];
      Object.assign(node, { ...structuredClone(target), ...node });
    }
  }
}

/**
 * Returns true for a reference inside this document, except to a component, a path item or a
 * webhook.
 */
const isDeep = (reference: string) =>
  /^#./.test(reference) &&
  !/^#\/(components\/[^/]+|paths|webhooks)\/[^/]+$/.test(reference);

const pointerName = (name: string) =>
  encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

/** Returns anchor → schema. The first schema of an anchor counts. */
function anchorsIn(nodes: Node[]): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const node of nodes)
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      const name = textIn(node, key);
      if (name !== undefined && !found.has(name)) found.set(name, node);
    }
  return found;
}

/** Returns the object of a reference. References on the way to it are followed. */
function targetOf(
  contract: Node,
  reference: string,
  anchors: Map<string, Node>,
): Node | undefined {
  if (!reference.startsWith("#/")) return anchors.get(reference.slice(1));
  const target = namesIn(reference).reduce<unknown>(
    (at, name) => childOf(isNode(at) ? followed(contract, at) : at, name),
    contract,
  );
  return isNode(target) ? target : undefined;
}

/**
 * Returns true when a pointer leads to a schema, and false for a parameter, a response or the like.
 */
function isSchemaAt(names: string[]): boolean {
  const [parent = "", name = ""] = names.slice(-2);
  if (names[0] === "paths" && names.length === 3) return false;
  if (name === "requestBody") return false;
  if (parent === "parameters" && /^\d+$/.test(name)) return false;
  if (parent === "responses" && /^([1-5][0-9X]{2}|default)$/i.test(name))
    return false;
  const isInSchema = names.includes("schemas") || names.includes("schema");
  const otherParents = ["headers", "examples", "links", "callbacks"];
  return isInSchema || !otherParents.includes(parent);
}

/**
 * Returns the name of the component of a schema. Adds the component when there is none, named after
 * its pointer.
 */
function componentName(
  contract: Node,
  target: Node,
  names: string[],
  newComponents: Map<Node, string>,
): string {
  const components = nodeIn(contract, "components");
  contract["components"] ??= components;
  const schemas = nodeIn(components, "schemas");
  components["schemas"] ??= schemas;
  const known =
    newComponents.get(target) ??
    Object.keys(schemas).find((name) => schemas[name] === target);
  if (known !== undefined) return known;
  const joined = pascalCase(names.filter((name) => !commonNames.has(name)));
  const wanted = /^\d/.test(joined) ? `Schema${joined}` : joined;
  let name = wanted;
  for (let count = 2; Object.hasOwn(schemas, name); count++)
    name = `${wanted}${count}`;
  newComponents.set(target, name);
  schemas[name] = target;
  return name;
}

/** Joins names to one in PascalCase: `LoansGet200` for `loans`, `get`, `200`. */
function pascalCase(names: string[]): string {
  const words = names.join(" ").split(/[^\p{L}\p{N}]+/u);
  const capitalized = words.map(
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
  return capitalized.join("") || "Schema";
}

/** Names in a pointer that do not help to tell schemas apart. */
const commonNames = new Set([
  "paths",
  "components",
  "schemas",
  "properties",
  "content",
  "schema",
  "responses",
  "application/json",
  "parameters",
]);

/** Returns true when a value contains an object that looks like a reference. */
export function hasReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasReference);
  if (!isNode(value)) return false;
  if (typeof value["$ref"] === "string") return true;
  return Object.values(value).some(hasReference);
}
