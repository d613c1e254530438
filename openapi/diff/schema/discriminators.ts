import { append, memoized } from "../../model/collections.ts";
import { isNode, listIn, type Node, nodeIn, textIn } from "../../model/node.ts";
import { documentOf } from "../contract/locations.ts";
import { follow, target } from "../contract/references.ts";
import type { Constraints } from "./constraints.ts";
import { allOf, type Schema } from "./schema.ts";

/** The schemas that values of `mapping` lead to: a value names one by a reference, or by the name of a component. */
function mappingOf(holder: Node): [value: string, target: unknown][] {
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

const componentsIn = (contract: Node) =>
  nodeIn(nodeIn(contract, "components"), "schemas");

/** Whether the subtypes of a schema are found by its discriminator alone, as it has no branches. */
const hasSubtypes = (node: Node) =>
  isNode(node["discriminator"]) && !("oneOf" in node) && !("anyOf" in node);

const extensionsIn = memoized((contract: Node) => {
  const extensions = new Map<unknown, [string, Node][]>();
  for (const [name, component] of Object.entries(componentsIn(contract)))
    for (const part of isNode(component) ? listIn(component, "allOf") : [])
      if (
        isNode(part) &&
        textIn(part, "$ref") !== undefined &&
        isNode(component)
      )
        append(extensions, follow(part), [name, component]);
  return extensions;
});

/**
 * The subtypes of a base schema, by the values of its discriminator: the schemas of its `mapping`, and the components
 * that extend it by `allOf`. A subtype itself has none.
 */
export function subtypesOf(schema: Schema): Map<string, Node> {
  const holder = schema.parts.find(hasSubtypes);
  if (!holder || allOf([holder]) !== schema) return new Map();
  const extensions = extensionsIn(documentOf(holder).main).get(holder) ?? [];
  const isSubtype = (entry: [string, unknown]): entry is [string, Node] =>
    isNode(entry[1]) && entry[1] !== holder;
  return new Map([...extensions, ...mappingOf(holder)].filter(isSubtype));
}

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
