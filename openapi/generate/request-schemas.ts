import {
  operationsOf,
  resolve,
  type Contract,
  type Schema,
} from "../model/contract.ts";
import {
  eachNode,
  isNode,
  listIn,
  mapNodes,
  nodeIn,
  textIn,
  textsIn,
  type Node,
} from "../model/node.ts";
import { namesIn, pointerTo } from "../model/pointer.ts";
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
      if (requiredReadOnly(contract, { ...node }).size > 0) different.add(name);
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

/** Returns the required fields of an object, or of its `allOf`, that only the server writes. */
function requiredReadOnly(contract: Contract, node: Node): Set<string> {
  const required = [node, ...listIn(node, "allOf").filter(isNode)].flatMap(
    (part) => textsIn(part, "required"),
  );
  if (required.length === 0) return new Set();
  const readOnly = readOnlyFields(contract, node);
  return new Set(required.filter((name) => readOnly.has(name)));
}

/** Returns the fields of an object that only the server writes. */
function readOnlyFields(
  contract: Contract,
  node: Node,
  depth = 0,
): Set<string> {
  const schema: Node = { ...resolve<Node>(contract, node) };
  const own = Object.entries(nodeIn(schema, "properties"))
    .filter(([, field]) => isNode(field) && isReadOnly(contract, field))
    .map(([name]) => name);
  const parts = depth < 10 ? listIn(schema, "allOf").filter(isNode) : [];
  return new Set([
    ...own,
    ...parts.flatMap((part) => [...readOnlyFields(contract, part, depth + 1)]),
  ]);
}

const isReadOnly = (contract: Contract, field: Node): boolean =>
  field["readOnly"] === true ||
  resolve<Node>(contract, field)["readOnly"] === true;

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
  const dropped = requiredReadOnly(contract, node);
  if (dropped.size === 0) return result;
  const withoutDropped = (part: unknown): unknown =>
    isNode(part) && Array.isArray(part["required"])
      ? {
          ...part,
          required: part["required"].filter((name) => !dropped.has(name)),
        }
      : part;
  if (Array.isArray(result["allOf"]))
    result["allOf"] = result["allOf"].map(withoutDropped);
  return { ...result, ...nodeIn({ own: withoutDropped(result) }, "own") };
}
