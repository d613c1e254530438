import { resolve, type Contract } from "../model/contract.ts";
import { isNode, listIn, mapNodes, type Node } from "../model/node.ts";
import { withErrorSchemas } from "./strict-errors.ts";

/**
 * The contract as its server, types and tests hold it. What is published is open, so that a field, a value or an event
 * type can be added without a break. Here every object is closed, each `x-exact` is in its place, and each error code
 * has a schema.
 */
export function strictContract(contract: Contract): Contract {
  const exact = mapNodes(withErrorSchemas(contract), exactSchema);
  return mapNodes(
    exact,
    (node) => closedObject(node, exact),
    (name) => name === "examples",
  );
}

/** Applies an `x-exact`, a JSON Merge Patch (RFC 7396), to the schema that it stands in. */
function exactSchema({ "x-exact": patch, ...schema }: Node): Node {
  return isNode(patch) ? merged(schema, patch) : schema;
}

function merged(target: Node, patch: Node): Node {
  const result = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const before = result[name];
    if (value === null) delete result[name];
    else result[name] = isNode(value) && isNode(before) ? merged(before, value) : value;
  }
  return result;
}

/** Makes one object of an `allOf`, and closes an object that lists its properties. */
function closedObject(node: Node, contract: Contract): Node {
  const schema = Array.isArray(node["allOf"]) ? flat(node, contract) : node;
  const isOpen = schema["type"] === "object" && "properties" in schema && !("additionalProperties" in schema);
  return isOpen ? { ...schema, additionalProperties: false } : schema;
}

/** One schema that says what a schema and the branches of its `allOf` say together. */
function flat(schema: Node, contract: Contract): Node {
  const whole = resolve(contract, schema);
  const { allOf: _, ...own } = whole;
  const branches = listIn(whole, "allOf").filter(isNode);
  return [...branches.map((branch) => flat(branch, contract)), own].reduce(together, {});
}

/** Objects of both are merged, lists of both joined; of anything else the second stands. */
function together(first: Node, second: Node): Node {
  const result = { ...first };
  for (const [name, value] of Object.entries(second)) {
    const before = result[name];
    if (Array.isArray(value) && Array.isArray(before)) result[name] = [...before, ...value];
    else if (isNode(value) && isNode(before)) result[name] = { ...before, ...value };
    else result[name] = value;
  }
  return result;
}
