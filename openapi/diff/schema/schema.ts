import { type Contract, unexpected } from "../contract/contract.ts";
import { isNode, listIn, textIn, type Node, nodeIn } from "../../model/node.ts";
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

/** Makes schemas of the nodes of a contract. */
export interface Schemas {
  /**
   * The schema that requires what all of these require. Without any, every value is valid.
   * @throws NotComparable when a reference leads nowhere, or to itself
   */
  all(nodes: unknown[]): Schema;
}

/** Keywords that only refer to other schemas or describe: they constrain nothing. */
const silent = new Set([
  ...["$ref", "allOf", "title", "summary", "description", "example", "examples", "externalDocs", "$comment"],
  ...["$id", "$anchor", "$defs", "$schema"],
]);
const constrains = (keyword: string) =>
  keyword.startsWith("x-") ? /^x-(sunset|extensible-enum)$/.test(keyword) : !silent.has(keyword);

export function createSchemas(contract: Contract): Schemas {
  const ids = new Map<object, number>();
  const cache = new Map<string, Schema>();
  const normalForm = createNormalForm(contract);
  const checked = new Set<Node>();

  function idOf(node: object): number {
    const id = ids.get(node) ?? ids.size;
    ids.set(node, id);
    return id;
  }

  function all(nodes: unknown[]): Schema {
    const parts = new Set<Node>();
    const passed = new Set<Node>();
    let never = false;
    const visit = (value: unknown): void => {
      if (value === false) never = true;
      if (!isNode(value)) return;
      const node = normalForm(value);
      if (passed.has(node)) return;
      passed.add(node);
      if (!checked.has(value)) checkShape(contract, value);
      checked.add(value);
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
  }

  return { all };
}

/** Null as a schema. */
const onlyNull: Node = { type: "null" };

/**
 * Makes a function that writes a schema in the one of two ways in which the others are written: a flag for null as a type,
 * `required` in `dependentSchemas` as `dependentRequired`. It gives the same node each time.
 */
function createNormalForm(contract: Contract): (node: Node) => Node {
  const cache = new Map<Node, Node>();

  /** A form of a node, which people look up where that is written. */
  const form = (of: Node, made: Node): Node => {
    contract.stands(made, of);
    return made;
  };

  /** 3.0 has a flag where 3.1 has a type; beside other schemas it is one more branch. */
  function withNull(node: Node): Node {
    const { nullable: _, ...rest } = node;
    if (["allOf", "oneOf", "anyOf"].some((name) => name in rest))
      return form(node, { anyOf: [form(node, rest), onlyNull] });
    return form(node, {
      ...rest,
      ...("type" in rest && { type: [rest["type"], "null"].flat() }),
      ...(Array.isArray(rest["enum"]) && { enum: [...rest["enum"], null] }),
    });
  }

  /** What a property asks for beside it stands in `dependentRequired`, not among the rules of `dependentSchemas`. */
  function withDependentRequired(node: Node): Node {
    const lists = { ...nodeIn(node, "dependentRequired") };
    const schemas = Object.entries(nodeIn(node, "dependentSchemas")).map(([name, schema]) => {
      if (!isNode(schema)) return [name, schema] as const;
      const { required, ...rest } = schema;
      if (!Array.isArray(required)) return [name, schema] as const;
      lists[name] = [...listIn(lists, name), ...required];
      return [name, form(schema, rest)] as const;
    });
    return form(node, { ...node, dependentRequired: lists, dependentSchemas: Object.fromEntries(schemas) });
  }

  const formOf = (node: Node): Node => {
    if (contract.is30 && node["nullable"] === true) return withNull(node);
    return "dependentSchemas" in node ? withDependentRequired(node) : node;
  };

  return (node) => {
    const found = cache.get(node) ?? formOf(node);
    if (found !== node) cache.set(node, found);
    return found;
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
