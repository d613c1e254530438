import { resolve, type Contract, type Reference } from "./contract.ts";
import { withErrorSchemas } from "./strict-errors.ts";

type Node = Record<string, unknown>;

/**
 * The contract as its server, types and tests hold it. What is published is open, so that a field, a value or an event
 * type can be added without a break. Here every object is closed, each `x-exact` is in its place, and each error code
 * has a schema.
 */
export function strictContract(contract: Contract): Contract {
  const exact = exactSchemas(withErrorSchemas(contract)) as Contract;
  return closedObjects(exact, exact) as Contract;
}

/** Applies each `x-exact`, a JSON Merge Patch (RFC 7396), to the schema that it stands in. */
function exactSchemas(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(exactSchemas);
  if (!isNode(node)) return node;
  const { "x-exact": patch, ...schema } = node;
  const patched = isNode(patch) ? merged(schema, patch) : schema;
  return Object.fromEntries(Object.entries(patched).map(([name, child]) => [name, exactSchemas(child)]));
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

/** Makes one object of each `allOf`, and closes every object that lists its properties. */
function closedObjects(node: unknown, contract: Contract): unknown {
  if (Array.isArray(node)) return node.map((child) => closedObjects(child, contract));
  if (!isNode(node)) return node;
  const schema = Array.isArray(node["allOf"]) ? flat(node, contract) : node;
  const isOpen = schema["type"] === "object" && "properties" in schema && !("additionalProperties" in schema);
  const closed = isOpen ? { ...schema, additionalProperties: false } : schema;
  return Object.fromEntries(
    Object.entries(closed).map(([name, child]) => [
      name,
      name === "examples" ? child : closedObjects(child, contract),
    ]),
  );
}

/** One schema that says what a schema and the branches of its `allOf` say together. */
function flat(schema: Node, contract: Contract): Node {
  const { allOf = [], ...own } = resolve(contract, schema as Node | Reference) as Node & { allOf?: Node[] };
  return [...allOf.map((branch) => flat(branch, contract)), own].reduce(together, {});
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

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
