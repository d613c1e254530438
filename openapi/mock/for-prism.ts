import { resolve, type Contract, type Schema } from "../model/contract.ts";
import { hasReference } from "../model/deep-references.ts";
import { isNode, mapNodes, type Node } from "../model/node.ts";

/** A contract for Prism, and notes about differences to the original. */
interface ContractForPrism {
  contract: object;
  notes: string[];
}

/** Adapts a contract to Prism, so that Prism checks as much of it as it can. */
export function forPrism(contract: Contract): ContractForPrism {
  const notes = new Set<string>();
  const readable = mapNodes(withoutPages(contract), (node) =>
    withoutReferences(readParameter(node, contract, notes), notes),
  );
  return {
    contract: {
      ...readable,
      // Without the dialect it falls back to draft-07, and ignores keywords such as
      // unevaluatedProperties.
      jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    },
    notes: [...notes],
  };
}

/**
 * Replaces the schema of lists and objects in headers and paths, on which Prism crashes. Notes JSON
 * in parameters, which Prism does not check.
 */
function readParameter(
  node: Node,
  contract: Contract,
  notes: Set<string>,
): Node {
  const { name, in: place, style = "simple", schema, content } = node;
  if (typeof name !== "string" || typeof place !== "string") return node;
  if (isNode(content))
    notes.add(`The mock does not check the JSON in \`${name}\`.`);
  const isSimple = ["header", "path"].includes(place) && style === "simple";
  if (!isSimple || !isNode(schema)) return node;
  const { type = [] } = resolve<Schema>(contract, schema);
  if (![type].flat().some((each) => each === "array" || each === "object"))
    return node;
  notes.add(`The mock takes any text for \`${name}\`.`);
  return { ...node, schema: {} };
}

/** Keys of values. Prism follows references in them by mistake. */
const keysOfValues = ["example", "default", "const", "enum", "value"];

/** Removes references from the values of a node. */
function withoutReferences(node: Node, notes: Set<string>): Node {
  const isValue = (key: string, value: unknown) =>
    (keysOfValues.includes(key) ||
      (key === "examples" && Array.isArray(value))) &&
    hasReference(value);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (!isValue(key, value)) return [key, value];
      notes.add(
        "The mock leaves `$ref` out of values, as Prism would follow it.",
      );
      return [key, withoutReference(value)];
    }),
  );
}

function withoutReference(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReference);
  if (!isNode(value)) return value;
  const kept = Object.entries(value).filter(
    ([name, child]) => name !== "$ref" || typeof child !== "string",
  );
  return Object.fromEntries(
    kept.map(([name, child]) => [name, withoutReference(child)]),
  );
}

/** Makes each page of an example the last one, as Prism returns the same page for every cursor. */
function withoutPages<T>(value: T): T {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isNode(node)) return node;
    const all = Object.fromEntries(
      Object.entries(node).map(([name, child]) => [name, visit(child)]),
    );
    return all["has_more"] === true
      ? { ...all, has_more: false, next_cursor: null }
      : all;
  };
  return visit(value) as T;
}
