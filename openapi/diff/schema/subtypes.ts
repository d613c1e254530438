import { append, memoized } from "../../model/collections.ts";
import { isNode, listIn, type Node, nodeIn, textIn } from "../../model/node.ts";
import { documentOf } from "../contract/locations.ts";
import { follow } from "../contract/references.ts";
import { alternativesOf } from "./alternatives.ts";
import { componentsIn, mappingOf } from "./discriminators.ts";
import { allOf, type Schema } from "./schema.ts";

/** A schema to which the discriminator of its base leads. */
export interface Subtype {
  name: string;
  node: Node;
  /** The schema of the subtype, with the requirements of its base. */
  schema: Schema;
  /** The values of the discriminator in the contract: of `mapping`, or of its property, or a name. */
  declared: string[];
  /** The declared values, and those that a reader may assume. */
  possible: string[];
  /** True when the list of values may grow. */
  open: boolean;
}

/** Returns true when a schema has no branches, so that its discriminator lists its subtypes. */
const hasSubtypes = (node: Node) =>
  isNode(node["discriminator"]) && !("oneOf" in node) && !("anyOf" in node);

/** Returns true for a schema with a discriminator, also one that has branches. */
export const hasDiscriminator = ({ parts }: Schema): boolean =>
  parts.some((part) => isNode(part["discriminator"]));

/**
 * Returns the subtypes of a schema: the schemas of `mapping`, and the components that extend the
 * schema by `allOf`. Undefined for a schema without a discriminator, such as a subtype itself.
 */
export function subtypesOf(schema: Schema): Subtype[] | undefined {
  const holder = schema.parts.find(hasSubtypes);
  if (!holder || allOf([holder]) !== schema) return undefined;
  const mapping = mappingOf(holder);
  const nodes = new Map(extensionsOf(holder));
  for (const [value, node] of mapping)
    if (isNode(node) && node !== holder && !nodes.has(node))
      nodes.set(node, value);
  const property = textIn(nodeIn(holder, "discriminator"), "propertyName");
  return [...nodes].map(([node, name]) => {
    const subtype = allOf([...schema.parts, node]);
    const mapped = mapping.flatMap(([value, target]) =>
      target === node ? [value] : [],
    );
    const { values, open } = valuesOf(subtype, property ?? "");
    const own = values.length === 1 ? values : [name];
    return {
      name,
      node,
      schema: subtype,
      declared: mapped.length > 0 ? mapped : own,
      possible: [...mapped, ...values, name],
      open,
    };
  });
}

/** Returns the components that extend a schema, directly or not, with their names. */
function extensionsOf(base: Node): Map<Node, string> {
  const extensions = extensionsIn(documentOf(base).main);
  const found = new Map<Node, string>();
  const open = [base];
  for (let next = open.pop(); next; next = open.pop())
    for (const [name, component] of extensions.get(next) ?? []) {
      if (component === base || found.has(component)) continue;
      found.set(component, name);
      open.push(component);
    }
  return found;
}

/** Returns base → the components that refer to it in `allOf`. */
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

/** Returns the values that the property of a discriminator may have. */
function valuesOf(schema: Schema, name: string) {
  const property = alternativesOf(schema).list.flatMap(
    ({ constraints }) => constraints.object?.properties.get(name) ?? [],
  );
  const constraints = property.flatMap((one) =>
    alternativesOf(one).list.map((alternative) => alternative.constraints),
  );
  return {
    values: constraints.flatMap(({ values }) =>
      [...(values?.values() ?? [])].map(String),
    ),
    open: constraints.some(({ openValues }) => openValues !== undefined),
  };
}
