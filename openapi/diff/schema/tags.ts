import type { Contract } from "../contract/contract.ts";
import { isNode, nodeIn, textIn, type Node } from "../../model/node.ts";
import type { Constraints } from "./constraints.ts";
import { mappedTo } from "./subtypes.ts";

/** The values of a discriminator that lead to a branch. */
export interface Tags {
  property: string;
  /** Those that are written down. */
  declared: string[];
  /** Those, and what may be meant besides. */
  possible: string[];
  /** Whether the list of values may grow. */
  open: boolean;
  /** Whether values that lead nowhere lead here. */
  isDefault: boolean;
}

/**
 * The values that lead to a branch: those of `mapping`, otherwise those that its property allows, otherwise its name.
 * @param holder what has the `discriminator`
 * @param own the constraints of the property that the discriminator reads, in the branch
 */
export function tagsOf(
  contract: Contract,
  holder: Node,
  branch: unknown,
  own: Constraints[],
): Tags | undefined {
  const { propertyName, mapping, defaultMapping } = nodeIn(holder, "discriminator");
  if (typeof propertyName !== "string") return undefined;
  const target = contract.follow(branch);
  const declared = Object.entries(isNode(mapping) ? mapping : {})
    .filter(([, reference]) => mappedTo(contract, String(reference), holder) === target)
    .map(([value]) => value);
  const reference = isNode(branch) ? textIn(branch, "$ref") : undefined;
  const implicit = reference === undefined ? [] : [reference.split("/").pop() ?? ""];
  const consts = own.flatMap(({ values }) => [...(values?.values() ?? [])].map(String));
  return {
    property: propertyName,
    declared: [declared, consts].find(({ length }) => length > 0) ?? implicit,
    possible: [...new Set([...declared, ...consts, ...implicit])],
    open: own.some(({ openValues: known }) => known !== undefined),
    isDefault: typeof defaultMapping === "string" && mappedTo(contract, defaultMapping, holder) === target,
  };
}
