import { type Contract, unexpected } from "../contract/contract.ts";
import { isNode, listIn, textIn, type Node } from "../../model/node.ts";
import { canonical } from "./fingerprint.ts";

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

/** Without any part, every value is valid. */
export const anything: Schema = { key: "", parts: [], never: false };

/**
 * Makes the schema that requires what all of these nodes require. Without any, every value is valid.
 * @throws NotComparable when a reference leads nowhere, or to itself
 */
export type AllOf = (nodes: unknown[]) => Schema;

/** Keywords that only refer to other schemas or describe: they constrain nothing. */
const silent = new Set([
  ...["$ref", "allOf", "title", "summary", "description", "example", "examples", "externalDocs", "$comment"],
  ...["$id", "$anchor", "$defs", "$schema"],
]);
const constrains = (keyword: string) =>
  keyword.startsWith("x-") ? /^x-(sunset|extensible-enum)$/.test(keyword) : !silent.has(keyword);

export function createAllOf(contract: Contract): AllOf {
  const ids = new Map<object, number>();
  const cache = new Map<string, Schema>();
  const checked = new Set<Node>();

  function idOf(node: object): number {
    const id = ids.get(node) ?? ids.size;
    ids.set(node, id);
    return id;
  }

  return (nodes) => {
    const parts = new Set<Node>();
    const passed = new Set<Node>();
    let never = false;
    const visit = (node: unknown): void => {
      if (node === false) never = true;
      if (!isNode(node) || passed.has(node)) return;
      passed.add(node);
      if (!checked.has(node)) checkShape(contract, node);
      checked.add(node);
      const reference = textIn(node, "$ref") ?? textIn(node, "$dynamicRef");
      if ((reference === undefined || !contract.is30) && Object.keys(node).some(constrains)) parts.add(node);
      if (!isSchema(contract.follow(node)))
        throw unexpected(contract, node, "$ref", "a reference to a schema");
      if (reference !== undefined) visit(contract.target(reference, node));
      if (reference !== undefined && contract.is30) return;
      listIn(node, "allOf").forEach(visit);
      for (const name of ["oneOf", "anyOf"])
        if (listIn(node, name).length === 1) visit(listIn(node, name)[0]);
    };
    nodes.forEach(visit);
    const key = `${never ? "never " : ""}${[...parts].map(idOf).sort().join()}`;
    const schema = cache.get(key) ?? { key, parts: [...parts], never };
    cache.set(key, schema);
    return schema;
  };
}

/** The keywords that hold one schema, several by their name, or a list of them. */
const holders = {
  one: ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"],
  named: ["properties", "patternProperties", "dependentSchemas"],
  list: ["allOf", "oneOf", "anyOf", "prefixItems"],
};

/** Whether a value is a schema, or what people write for none. */
const isSchema = (value: unknown) => isNode(value) || typeof value === "boolean" || value == null;

/**
 * Checks that what stands under the keywords of a schema are schemas.
 * @throws NotComparable with the place of what is none: it would be left out otherwise
 */
function checkShape(contract: Contract, schema: Node): void {
  const check = (node: Node, key: string) => {
    if (!isSchema(node[key])) throw unexpected(contract, node, key, "a schema");
  };
  for (const key of holders.one) check(schema, key);
  for (const key of holders.named) {
    const named = schema[key] ?? {};
    if (!isNode(named)) throw unexpected(contract, schema, key, "a mapping");
    for (const name of Object.keys(named)) check(named, name);
  }
  for (const key of holders.list)
    if (!Array.isArray(schema[key] ?? [])) throw unexpected(contract, schema, key, "a list");
}

/** What a schema states besides the values that are valid. */
export interface Annotations {
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  sunset: string | undefined;
  default: { value: unknown; node: Node } | undefined;
  /** How XML writes it. */
  xml: string | undefined;
}

const cache = new WeakMap<Schema, Annotations>();

export function annotationsOf(schema: Schema): Annotations {
  const found = cache.get(schema);
  if (found) return found;
  const { parts } = schema;
  const has = (name: string) => parts.some((part) => part[name] === true);
  const holder = parts.find((part) => "default" in part);
  const made: Annotations = {
    readOnly: has("readOnly"),
    writeOnly: has("writeOnly"),
    deprecated: has("deprecated"),
    sunset: parts.map((part) => textIn(part, "x-sunset")).find((day) => day !== undefined),
    default: holder && { value: holder["default"], node: holder },
    xml: parts
      .map((part) => part["xml"])
      .filter(isNode)
      .map(canonical)[0],
  };
  cache.set(schema, made);
  return made;
}
