import type { Contract } from "../contract/contract.ts";
import { unexpected } from "../contract/elements.ts";
import { isNode, listIn, textIn, type Node } from "../../model/node.ts";
import { createNormalForm } from "./normal-form.ts";
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
