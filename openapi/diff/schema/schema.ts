import { isNode, listIn, textIn, type Node } from "../../model/node.ts";
import { documentOf, type Location } from "../contract/locations.ts";
import {
  dynamicTargets,
  follow,
  target,
  unexpected,
} from "../contract/references.ts";
import { descriptions, isNote } from "./fingerprint.ts";
import { isEmpty, isSettled, settledSchemas } from "./settled.ts";
import { checkShape, isSchema } from "./shape.ts";

/**
 * A schema as the list of its parts, which all apply: itself, the targets of its references, and
 * the schemas in `allOf`. So a schema that is written out is equal to a reference to it.
 */
export interface Schema {
  key: string;
  parts: Node[];
  /** True when no value is valid, as `false` is among the parts. */
  never: boolean;
}

/** The schema without parts: every value is valid. */
export const anything: Schema = { key: "", parts: [], never: false };
const nothing: Schema = { key: "never", parts: [], never: true };

/**
 * Combines nodes to the schema that requires all of them.
 * @throws Error when a reference is broken or circular
 */
export function allOf(nodes: unknown[]): Schema {
  const parts = new Set<Node>();
  const visited = new Set<Node>();
  let never = false;
  const visit = (node: unknown): void => {
    if (
      node === false ||
      (isNode(node) && (node["not"] === true || isEmpty(node["not"])))
    )
      never = true;
    if (!isNode(node) || visited.has(node)) return;
    visited.add(node);
    checkShape(node);
    const dynamic =
      dynamicTargets(node).length > 1 ? undefined : textIn(node, "$dynamicRef");
    const reference = textIn(node, "$ref") ?? dynamic;
    // In 3.0 a reference ignores the keywords beside it.
    const isAlone = reference !== undefined && documentOf(node).is30;
    if (!isAlone && hasRequirements(node)) parts.add(node);
    if (!isSchema(follow(node)))
      throw unexpected(node, "$ref", "a reference to a schema");
    if (reference !== undefined) visit(target(reference, node));
    if (isAlone) return;
    listIn(node, "allOf").forEach(visit);
    settledSchemas(node).forEach(visit);
    for (const name of ["oneOf", "anyOf"])
      if (listIn(node, name).length === 1) visit(listIn(node, name)[0]);
  };
  nodes.forEach(visit);
  return schemaOf([...parts], never);
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** Returns the number of an object. Each object has its own. */
export function idOf(object: object): number {
  const id = ids.get(object) ?? ++lastId;
  ids.set(object, id);
  return id;
}

/** Oldest part → key → schema. */
const schemas = new WeakMap<Node, Map<string, Schema>>();

/** Returns the one schema of these parts: a circle of references becomes a circle of schemas. */
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

/** Keywords without a requirement of their own. */
const silentKeywords = new Set([
  ...descriptions,
  "$ref",
  "allOf",
  "summary",
  "$defs",
]);

/**
 * Returns true when a schema has requirements of its own, and not only descriptions and references.
 */
const hasRequirements = (schema: Node) =>
  Object.keys(schema).some(
    (keyword) =>
      !silentKeywords.has(keyword) &&
      !isNote(keyword) &&
      !isSettled(schema, keyword),
  );

/** Returns true when schemas have parts of one contract: then one is a part of an intersection. */
export function areOfOneContract(
  from: { parts: Node[] },
  to: { parts: Node[] },
): boolean {
  const contracts = new Set(from.parts.map((part) => documentOf(part).main));
  return to.parts.some((part) => contracts.has(documentOf(part).main));
}

/** Returns true when a schema sets a flag, such as `readOnly`. */
export const hasFlag = (
  { parts }: { parts: Node[] },
  keyword: string,
): boolean => parts.some((part) => part[keyword] === true);

/** Returns true when a schema has branches to choose from. */
export const hasChoice = ({ parts }: Schema): boolean =>
  parts.some((part) =>
    ["oneOf", "anyOf"].some((name) => listIn(part, name).length > 1),
  );

/** Returns the location of a keyword in a schema, or of the schema itself. */
export function keywordAt(
  { parts }: { parts: Node[] },
  keyword?: string,
): Location | undefined {
  const part =
    keyword === undefined ? undefined : parts.find((each) => keyword in each);
  const node = part ?? parts[0];
  return node && { node, key: part && keyword };
}
