import {
  childOf,
  followed,
  isNode,
  listIn,
  mapNodes,
  namesIn,
  nodeIn,
  textIn,
  type Node,
} from "./node.ts";

/**
 * Replaces references into paths, or into a part of a component, by references to components or by what they refer to, as
 * generators read no others. A schema becomes a component, as it may contain itself.
 */
export function resolveDeepReferences(contract: Node): void {
  const nodes: Node[] = [];
  mapNodes(contract, (node) => {
    nodes.push(node);
    return node;
  });
  const anchors = anchorsIn(nodes);
  const named = new Map<Node, string>();
  for (const node of nodes) {
    const reference = textIn(node, "$ref");
    if (reference === undefined || !isDeep(reference)) continue;
    const target = targetOf(contract, reference, anchors);
    if (target === undefined || target === node) continue;
    const names = namesIn(reference);
    if (isSchemaAt(names))
      node["$ref"] =
        `#/components/schemas/${pointerName(nameOf(contract, target, names, named))}`;
    else {
      delete node["$ref"];
      Object.assign(node, { ...structuredClone(target), ...node });
    }
  }
}

/** A reference in this document that is not to a component or a whole path, and not to another file. */
const isDeep = (reference: string) =>
  /^#./.test(reference) &&
  !/^#\/(components\/[^/]+|paths|webhooks)\/[^/]+$/.test(reference);

const pointerName = (name: string) =>
  encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

/** The schemas with an `$anchor`, by their names. */
function anchorsIn(nodes: Node[]): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const node of nodes)
    for (const key of ["$anchor", "$dynamicAnchor"]) {
      const name = textIn(node, key);
      if (name !== undefined && !found.has(name)) found.set(name, node);
    }
  return found;
}

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

/** Returns true when a pointer leads to a schema, and false for a parameter, a response or the like. */
function isSchemaAt(names: string[]): boolean {
  const [holder = "", name = ""] = names.slice(-2);
  const isOther =
    (holder === "parameters" && /^\d+$/.test(name)) ||
    (holder === "responses" && /^([1-5][0-9X]{2}|default)$/i.test(name)) ||
    (["headers", "examples", "links", "callbacks"].includes(holder) &&
      !names.includes("schemas") &&
      !names.includes("schema")) ||
    name === "requestBody" ||
    (names[0] === "paths" && names.length === 3);
  return !isOther;
}

/** The name of the component that a schema is, or becomes. */
function nameOf(
  contract: Node,
  target: Node,
  names: string[],
  named: Map<Node, string>,
): string {
  const components = nodeIn(contract, "components");
  contract["components"] ??= components;
  const schemas = nodeIn(components, "schemas");
  components["schemas"] ??= schemas;
  const known =
    named.get(target) ??
    Object.keys(schemas).find((name) => schemas[name] === target);
  if (known !== undefined) return known;
  const words = names
    .filter((name) => !unnamed.has(name))
    .join(" ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const wanted =
    words
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("") || "Schema";
  let name = /^\d/.test(wanted) ? `Schema${wanted}` : wanted;
  for (let count = 2; Object.hasOwn(schemas, name); count++)
    name = `${wanted}${count}`;
  named.set(target, name);
  schemas[name] = target;
  return name;
}

/** The parts of a pointer that say nothing of what is there. */
const unnamed = new Set([
  ...["paths", "components", "schemas", "properties", "content", "schema"],
  ...["responses", "application/json", "parameters"],
]);

/** Returns true when a value contains an object that looks like a reference. */
export const hasReference = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(hasReference)
    : isNode(value) &&
      (typeof value["$ref"] === "string" ||
        listIn({ values: Object.values(value) }, "values").some(hasReference));
