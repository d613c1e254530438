import type { Contract } from "../contract/contract.ts";
import { isNode, listIn, nodeIn, type Node } from "../../model/node.ts";

/** Null as a schema. */
const onlyNull: Node = { type: "null" };

/**
 * Makes a function that writes a schema in the one of two ways in which the others are written: a flag for null as a type,
 * `required` in `dependentSchemas` as `dependentRequired`. It gives the same node each time.
 */
export function createNormalForm(contract: Contract): (node: Node) => Node {
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
