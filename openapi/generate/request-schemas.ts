import { operationsOf, type Contract, type Schema } from "../model/contract.ts";
import {
  eachNode,
  isNode,
  mapNodes,
  textIn,
  type Node,
} from "../model/node.ts";
import { namesIn, pointerTo } from "../model/pointer.ts";
import { requiredUnused, withoutRequired } from "../model/unused-fields.ts";
import { unusedName } from "./client-names.ts";

const schemasPointer = "#/components/schemas";

/**
 * Returns the contract with schemas of their own for requests: there a field that only the server
 * writes is not required, even where a response always has it. The contract stays as it is.
 */
export function withRequestSchemas<C extends Contract>(contract: C): C {
  const result = structuredClone(contract);
  const { schemas } = result.components;
  const names = namesForRequests(result);
  const forRequest = <S extends Schema>(schema: S): S =>
    mapNodes(schema, (node) => nodeForRequest(result, node, names));
  for (const [name, requestName] of names)
    schemas[requestName] = forRequest(schemas[name] ?? {});
  for (const { operation } of operationsOf(result))
    for (const media of Object.values(operation.requestBody?.content ?? {})) {
      media.schema = forRequest(media.schema);
      if (media.itemSchema) media.itemSchema = forRequest(media.itemSchema);
    }
  return result;
}

/** Returns schema → name of its schema for requests, for the schemas that differ there. */
function namesForRequests(contract: Contract): Map<string, string> {
  const { schemas } = contract.components;
  const all = Object.keys(schemas);
  const different = new Set<string>();
  const references = new Map<string, string[]>();
  for (const name of all) {
    const found: string[] = [];
    eachNode(schemas[name], (node) => {
      const target = schemaIn(textIn({ ...node }, "$ref"));
      if (target !== undefined) found.push(target);
      if (requiredUnused(contract, { ...node }, "readOnly").size > 0)
        different.add(name);
    });
    references.set(name, found);
  }
  // A schema differs also when one that it refers to does.
  for (let size = -1; size < different.size;) {
    size = different.size;
    for (const name of all)
      if (references.get(name)?.some((each) => different.has(each)))
        different.add(name);
  }
  const used = new Set(all);
  return new Map(
    [...different].map((name) => [name, unusedName(`${name}Request`, used)]),
  );
}

/** Returns the name of the schema that a reference leads to. */
const schemaIn = (reference: string | undefined): string | undefined =>
  reference?.startsWith(`${schemasPointer}/`)
    ? namesIn(reference).at(2)
    : undefined;

/** Writes a node of a schema for a request. */
function nodeForRequest(
  contract: Contract,
  node: Node,
  names: Map<string, string>,
): Node {
  const result = { ...node };
  const pointerFor = (reference: unknown): unknown => {
    const target = schemaIn(String(reference));
    const name = target === undefined ? undefined : names.get(target);
    return name === undefined ? reference : pointerTo(schemasPointer, name);
  };
  if ("$ref" in node) result["$ref"] = pointerFor(node["$ref"]);
  const { discriminator } = node;
  if (isNode(discriminator) && isNode(discriminator["mapping"])) {
    const mapping = Object.entries(discriminator["mapping"]).map(
      ([value, reference]) => [value, pointerFor(reference)],
    );
    result["discriminator"] = {
      ...discriminator,
      mapping: Object.fromEntries(mapping),
    };
  }
  return withoutRequired(result, requiredUnused(contract, node, "readOnly"));
}
