import { childOf, nodeIn, isNode, type Node } from "../model/node.ts";

const conditions = new Set(["if", "then", "else", "not"]);
const listsOfParts = new Set(["allOf", "anyOf", "oneOf", "dependentSchemas"]);

/**
 * Returns true when a schema around a condition or a branch has the property that it requires:
 * `then: { required: [path] }` speaks of the `path` of the schema that has the `then`.
 * @param names the place of the property's name in a list `required`
 */
export function isDefinedAround(root: Node, names: string[]): boolean {
  const property = names.reduce<unknown>(childOf, root);
  if (typeof property !== "string") return false;
  return schemasAround(root, names.slice(0, -2)).some((schema) =>
    Object.hasOwn(nodeIn(schema, "properties"), property),
  );
}

/** Lists the schemas of which a condition or a branch is a part, the inner ones first. */
function schemasAround(root: Node, names: string[]): Node[] {
  const outer = placeAround(names);
  if (!outer) return [];
  const schema = outer.reduce<unknown>(childOf, root);
  return isNode(schema) ? [schema, ...schemasAround(root, outer)] : [];
}

function placeAround(names: string[]): string[] | undefined {
  if (conditions.has(names.at(-1) ?? "")) return names.slice(0, -1);
  if (listsOfParts.has(names.at(-2) ?? "")) return names.slice(0, -2);
  return undefined;
}
