import { isNode, listIn, textIn, type Node } from "../../model/node.ts";
import { documentOf, type Location } from "../contract/locations.ts";
import {
  dynamicTargets,
  follow,
  target,
  unexpected,
} from "../contract/references.ts";
import { descriptions } from "./fingerprint.ts";

/**
 * A schema as the list of all that has to hold: itself, what it refers to and what stands in `allOf`, over any number
 * of references. So a base, a reference and what is written out are the same.
 */
export interface Schema {
  key: string;
  parts: Node[];
  /** Whether `false` is among the parts: no value is valid. */
  never: boolean;
}

const isEmpty = (node: unknown) =>
  isNode(node) && Object.keys(node).length === 0;

/** Without any part, every value is valid. */
export const anything: Schema = { key: "", parts: [], never: false };
const nothing: Schema = { key: "never", parts: [], never: true };

/**
 * The schema that requires what all of these nodes require. Without any, every value is valid.
 * @throws Error when a reference leads nowhere, or to itself
 */
export function allOf(nodes: unknown[]): Schema {
  const parts = new Set<Node>();
  const passed = new Set<Node>();
  let never = false;
  const visit = (node: unknown): void => {
    if (
      node === false ||
      (isNode(node) && (node["not"] === true || isEmpty(node["not"])))
    )
      never = true;
    if (!isNode(node) || passed.has(node)) return;
    passed.add(node);
    checkShape(node);
    const dynamic =
      dynamicTargets(node).length > 1 ? undefined : textIn(node, "$dynamicRef");
    const reference = textIn(node, "$ref") ?? dynamic;
    const isAlone = reference !== undefined && documentOf(node).is30;
    if (!isAlone && saysSomething(node)) parts.add(node);
    if (!isSchema(follow(node)))
      throw unexpected(node, "$ref", "a reference to a schema");
    if (reference !== undefined) visit(target(reference, node));
    if (isAlone) return;
    listIn(node, "allOf").forEach(visit);
    for (const name of ["oneOf", "anyOf"])
      if (listIn(node, name).length === 1) visit(listIn(node, name)[0]);
  };
  nodes.forEach(visit);
  return schemaOf([...parts], never);
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** A number that no other object has. */
export function idOf(object: object): number {
  const id = ids.get(object) ?? ++lastId;
  ids.set(object, id);
  return id;
}

/** By the oldest of their parts. */
const schemas = new WeakMap<Node, Map<string, Schema>>();

/** The one schema of these parts, so that a circle of references is a circle of schemas. */
function schemaOf(parts: Node[], never: boolean): Schema {
  const [oldest, ...others] = parts.toSorted((a, b) => idOf(a) - idOf(b));
  if (!oldest) return never ? nothing : anything;
  const key = `${never ? "never " : ""}${[oldest, ...others].map(idOf).join()}`;
  const siblings = schemas.get(oldest) ?? new Map<string, Schema>();
  schemas.set(oldest, siblings);
  const schema = siblings.get(key) ?? { key, parts, never };
  siblings.set(key, schema);
  return schema;
}

const silent = new Set([...descriptions, "$ref", "allOf", "summary", "$defs"]);

/** Whether a schema says something of its own, and does not only describe or refer to other schemas. */
const saysSomething = (schema: Node) =>
  Object.keys(schema).some((keyword) =>
    keyword.startsWith("x-")
      ? /^x-(sunset|extensible-enum)$/.test(keyword)
      : !silent.has(keyword),
  );

/** Whether a value is a schema, or what people write for none. */
const isSchema = (value: unknown) =>
  isNode(value) || typeof value === "boolean" || value == null;

const holders = {
  one: [
    "items",
    "additionalProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
  ],
  named: ["properties", "patternProperties", "dependentSchemas"],
  list: ["allOf", "oneOf", "anyOf", "prefixItems"],
};

/**
 * Checks that what stands under the keywords of a schema are schemas.
 * @throws Error with the location of what is none: it would be left out otherwise
 */
function checkShape(schema: Node): void {
  const check = (node: Node, key: string) => {
    if (!isSchema(node[key])) throw unexpected(node, key, "a schema");
  };
  for (const key of holders.one) check(schema, key);
  for (const key of holders.named) {
    const map = schema[key] ?? {};
    if (!isNode(map)) throw unexpected(schema, key, "a mapping");
    for (const name of Object.keys(map)) check(map, name);
  }
  for (const key of holders.list)
    if (!Array.isArray(schema[key] ?? []))
      throw unexpected(schema, key, "a list");
}

/** Whether a schema sets a flag, such as `readOnly`. */
export const hasFlag = (
  { parts }: { parts: Node[] },
  keyword: string,
): boolean => parts.some((part) => part[keyword] === true);

/** Where a keyword of a schema is written, or else the schema itself. */
export function keywordAt(
  { parts }: { parts: Node[] },
  keyword?: string,
): Location | undefined {
  const part =
    keyword === undefined ? undefined : parts.find((one) => keyword in one);
  const node = part ?? parts[0];
  return node && { node, key: part && keyword };
}
