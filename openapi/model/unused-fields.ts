import { resolve, type Contract } from "./contract.ts";
import { isNode, listIn, nodeIn, textsIn, type Node } from "./node.ts";

/** The keyword of fields that a request (`readOnly`) or a response (`writeOnly`) does not have. */
export type UnusedFields = "readOnly" | "writeOnly";

/** Returns the required fields of an object, or of its `allOf`, that one direction does not have. */
export function requiredUnused(
  contract: Contract,
  node: Node,
  keyword: UnusedFields,
): Set<string> {
  const required = [node, ...listIn(node, "allOf").filter(isNode)].flatMap(
    (part) => textsIn(part, "required"),
  );
  if (required.length === 0) return new Set();
  const unused = unusedFields(contract, node, keyword);
  return new Set(required.filter((name) => unused.has(name)));
}

/** Returns the fields of an object that one direction does not have. */
function unusedFields(
  contract: Contract,
  node: Node,
  keyword: UnusedFields,
  depth = 0,
): Set<string> {
  const schema: Node = { ...resolve<Node>(contract, node) };
  const own = Object.entries(nodeIn(schema, "properties"))
    .filter(([, field]) => isNode(field) && isUnused(contract, field, keyword))
    .map(([name]) => name);
  const parts = depth < 10 ? listIn(schema, "allOf").filter(isNode) : [];
  const inParts = parts.flatMap((part) => [
    ...unusedFields(contract, part, keyword, depth + 1),
  ]);
  return new Set([...own, ...inParts]);
}

const isUnused = (
  contract: Contract,
  field: Node,
  keyword: UnusedFields,
): boolean =>
  field[keyword] === true || resolve<Node>(contract, field)[keyword] === true;

/** Returns a schema that does not require these fields, nor do the branches of its `allOf`. */
export function withoutRequired(schema: Node, names: Set<string>): Node {
  if (names.size === 0) return schema;
  const result = withoutOwn(schema, names);
  if (Array.isArray(schema["allOf"]))
    result["allOf"] = schema["allOf"].map((part: unknown) =>
      isNode(part) ? withoutOwn(part, names) : part,
    );
  return result;
}

const withoutOwn = (schema: Node, names: Set<string>): Node => ({
  ...schema,
  ...(Array.isArray(schema["required"]) && {
    required: textsIn(schema, "required").filter((name) => !names.has(name)),
  }),
});
