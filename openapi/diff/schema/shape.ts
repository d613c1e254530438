import type { Contract } from "../contract/contract.ts";
import { unexpected } from "../contract/elements.ts";
import { isNode, type Node } from "../../model/node.ts";

/** The keywords that hold one schema, several by their name, or a list of them. */
const holders = {
  one: ["items", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"],
  named: ["properties", "patternProperties", "dependentSchemas"],
  list: ["allOf", "oneOf", "anyOf", "prefixItems"],
};

/** Whether a value is a schema, or what people write for none. */
export const isSchema = (value: unknown) => isNode(value) || typeof value === "boolean" || value == null;

/**
 * Checks that what stands under the keywords of a schema are schemas.
 * @throws NotComparable with the place of what is none: it would be left out otherwise
 */
export function checkShape(contract: Contract, schema: Node): void {
  const check = (node: Node, key: string) => {
    if (!isSchema(node[key])) throw unexpected(contract, node, key, "a schema");
  };
  for (const key of holders.one) check(schema, key);
  for (const key of holders.named) {
    const named = schema[key] ?? {};
    if (!isNode(named)) throw unexpected(contract, schema, key, "a mapping");
    for (const name of Object.keys(named)) check(named, name);
  }
  for (const key of holders.list)
    if (!Array.isArray(schema[key] ?? [])) throw unexpected(contract, schema, key, "a list");
}
