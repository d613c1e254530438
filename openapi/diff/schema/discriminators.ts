import type { Contract } from "../contract/contract.ts";
import { append, isNode, listIn, nodeIn, textIn, type Node } from "../../model/node.ts";
import type { AllOf, Schema } from "./schema.ts";
import type { Constraints } from "./constraints.ts";

/** The schema that a value of a `mapping` names: by a reference, or by the name of a component. */
function mappedTo(contract: Contract, reference: string, holder: Node): unknown {
  const isName = /^[\w.-]+$/.test(reference) && !/\.(ya?ml|json)$/.test(reference);
  return contract.follow(isName ? componentsOf(contract)[reference] : contract.target(reference, holder));
}

/** Whether the subtypes of a schema are found by its discriminator alone, as it has no branches. */
const hasSubtypes = (node: Node) => isNode(node["discriminator"]) && !("oneOf" in node) && !("anyOf" in node);

/**
 * Makes a function that gives the subtypes of a base schema, by the values of its discriminator: the schemas of its
 * `mapping`, and the components that extend it by `allOf`. A subtype itself has none.
 */
export function createSubtypes(contract: Contract, allOf: AllOf): (schema: Schema) => Map<string, Node> {
  let extensions: Map<unknown, [string, Node][]> | undefined;

  /** The components that extend a schema, by the schema. */
  function extensionsOf(holder: Node): [string, Node][] {
    if (!extensions) {
      extensions = new Map();
      for (const [name, component] of Object.entries(componentsOf(contract)))
        for (const part of isNode(component) ? listIn(component, "allOf") : [])
          if (isNode(part) && textIn(part, "$ref") !== undefined && isNode(component))
            append(extensions, contract.follow(part), [name, component]);
    }
    return extensions.get(holder) ?? [];
  }

  return (schema) => {
    const holder = schema.parts.find(hasSubtypes);
    if (!holder || allOf([holder]) !== schema) return new Map();
    const { mapping } = nodeIn(holder, "discriminator");
    const mapped = Object.entries(isNode(mapping) ? mapping : {}).map(
      ([value, reference]) => [value, mappedTo(contract, String(reference), holder)] as const,
    );
    const named = extensionsOf(holder).filter(([, node]) => !mapped.some(([, target]) => target === node));
    const found = [...mapped, ...named].flatMap(([value, node]) =>
      isNode(node) && node !== holder ? [[value, node] as const] : [],
    );
    return new Map(found);
  };
}

const componentsOf = (contract: Contract) => nodeIn(nodeIn(contract.root, "components"), "schemas");

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
