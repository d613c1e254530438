import type { Contract } from "../contract/contract.ts";
import { unexpected } from "../contract/elements.ts";
import { isNode, listIn, textIn, type Node } from "../contract/node.ts";
import { canonical } from "./fingerprint.ts";
import { checkShape, isSchema } from "./shape.ts";

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

/** What a schema states besides the values that are valid. */
export interface Notes {
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  sunset: string | undefined;
  default: { value: unknown; node: Node } | undefined;
  /** How XML writes it. */
  xml: string | undefined;
}

/** Makes schemas of the nodes of a contract. */
export interface Schemas {
  /**
   * The schema that requires what all of these require. Without any, every value is valid.
   * @throws NotComparable when a reference leads nowhere, or to itself
   */
  all(nodes: unknown[]): Schema;
  notes(schema: Schema): Notes;
}

const choices = ["oneOf", "anyOf"] as const;

/** Keywords that only refer to other schemas or describe: they constrain nothing. */
const silent = new Set([
  ...["$ref", "allOf", "title", "summary", "description", "example", "examples", "externalDocs", "$comment"],
  ...["$id", "$anchor", "$defs", "$schema"],
]);
const constrains = (keyword: string) =>
  keyword.startsWith("x-") ? /^x-(sunset|extensible-enum)$/.test(keyword) : !silent.has(keyword);

/** Null as a schema. */
const onlyNull: Node = { type: "null" };

export function createSchemas(contract: Contract): Schemas {
  const ids = new Map<object, number>();
  const known = new Map<string, Schema>();
  const nullables = new Map<Node, Node>();
  const checked = new Set<Node>();
  const notesOf = new Map<Schema, Notes>();

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
      const node = contract.is30 && value["nullable"] === true ? nullable(value) : value;
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
      for (const name of choices) if (listIn(node, name).length === 1) visit(listIn(node, name)[0]);
    };
    nodes.forEach(visit);
    const key = `${never ? "never " : ""}${[...parts].map(idOf).sort().join()}`;
    const schema = known.get(key) ?? { key, parts: [...parts], never };
    known.set(key, schema);
    return schema;
  }

  /** 3.0 has a flag where 3.1 has a type; beside other schemas the flag is one more branch. */
  function nullable(node: Node): Node {
    const found = nullables.get(node);
    if (found) return found;
    const { nullable: _, ...rest } = node;
    const made: Node = ["allOf", ...choices].some((name) => name in rest)
      ? { anyOf: [rest, onlyNull] }
      : {
          ...rest,
          ...("type" in rest && { type: [rest["type"], "null"].flat() }),
          ...(Array.isArray(rest["enum"]) && { enum: [...rest["enum"], null] }),
        };
    for (const form of [made, rest]) contract.stands(form, node);
    nullables.set(node, made);
    return made;
  }

  function notes(schema: Schema): Notes {
    const found = notesOf.get(schema);
    if (found) return found;
    const { parts } = schema;
    const has = (name: string) => parts.some((part) => part[name] === true);
    const holder = parts.find((part) => "default" in part);
    const made = {
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
    notesOf.set(schema, made);
    return made;
  }

  return { all, notes };
}
