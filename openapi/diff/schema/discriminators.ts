import { isNode, type Node, nodeIn, textIn } from "../../model/node.ts";
import { documentOf } from "../contract/locations.ts";
import { follow, target } from "../contract/references.ts";
import type { Constraints } from "./constraints.ts";

/**
 * Returns the values of `mapping` with their schemas. A schema is a reference, or the name of a
 * component.
 */
export function mappingOf(holder: Node): [value: string, target: unknown][] {
  return Object.entries(nodeIn(nodeIn(holder, "discriminator"), "mapping")).map(
    ([value, reference]) => [value, mappedTo(String(reference), holder)],
  );
}

function mappedTo(reference: string, holder: Node): unknown {
  const isName =
    /^[\w.-]+$/.test(reference) && !/\.(ya?ml|json)$/.test(reference);
  return follow(
    isName
      ? componentsIn(documentOf(holder).main)[reference]
      : target(reference, holder),
  );
}

/** Returns the schemas of the components. */
export const componentsIn = (contract: Node) =>
  nodeIn(nodeIn(contract, "components"), "schemas");

/** The values of a discriminator that lead to a branch. */
export interface Tags {
  property: string;
  /** The values in the contract. */
  declared: string[];
  /** The declared values, and those that a reader may assume. */
  possible: string[];
  /** True when the list of values may grow. */
  open: boolean;
  /** True when all other values lead to the branch. */
  isDefault: boolean;
}

/**
 * Returns the values that lead to a branch: the values in `mapping`, otherwise the values of its
 * property, otherwise its name.
 * @param holder the schema with the `discriminator`
 * @param own the constraints of the discriminator's property in the branch
 */
export function tagsOf(
  holder: Node,
  branch: unknown,
  own: Constraints[],
): Tags | undefined {
  const { propertyName, defaultMapping } = nodeIn(holder, "discriminator");
  if (typeof propertyName !== "string") return undefined;
  const schema = follow(branch);
  const declared = mappingOf(holder).flatMap(([value, other]) =>
    other === schema ? [value] : [],
  );
  const reference = isNode(branch) ? textIn(branch, "$ref") : undefined;
  const implicit =
    reference === undefined ? [] : [reference.split("/").pop() ?? ""];
  const consts = own.flatMap(({ values }) =>
    [...(values?.values() ?? [])].map(String),
  );
  return {
    property: propertyName,
    declared: [declared, consts].find(({ length }) => length > 0) ?? implicit,
    possible: [...new Set([...declared, ...consts, ...implicit])],
    open: own.some(({ openValues }) => openValues !== undefined),
    isDefault:
      typeof defaultMapping === "string" &&
      mappedTo(defaultMapping, holder) === schema,
  };
}
