import { isNode, textIn, type Node } from "../../model/node.ts";
import { alternativesOf } from "../schema/alternatives.ts";
import { keywordAt, type Schema } from "../schema/schema.ts";
import type { Difference } from "./difference.ts";

/** Lists in lists that are named. No contract written by people has more. */
const maxDepth = 10;

/**
 * Returns the names of the elements of a value in XML: of itself, and of the items of a list. An
 * item has the name of its list, unless it has one of its own. A list without an element of its own
 * ignores its name.
 * @param name the name of an element whose schema has none: that of the property or the component
 */
function elementNames(schema: Schema, name: string, depth = 0): string[] {
  const xml = xmlIn(schema);
  const ownName = textIn(xml, "name") ?? name;
  const items = itemsOf(schema);
  if (!items || depth === maxDepth) return [ownName];
  const hasElement =
    xml?.["wrapped"] === true || xml?.["nodeType"] === "element";
  return hasElement
    ? [ownName, ...elementNames(items, ownName, depth + 1)]
    : elementNames(items, name, depth + 1);
}

/** Returns the XML Object of a schema. */
export const xmlIn = ({ parts }: Schema): Node | undefined =>
  parts.map((part) => part["xml"]).find(isNode);

/** Returns the schema of the items, when the type is a list. */
function itemsOf(schema: Schema): Schema | undefined {
  const [list] = alternativesOf(schema).list.filter(
    ({ constraints }) => constraints.type !== "null",
  );
  return list?.constraints.type === "array"
    ? list.constraints.inside.get("items")
    : undefined;
}

/**
 * Compares the names of the elements of a value in XML. Returns undefined when both are the same.
 * @param name the names of elements whose schema has none
 */
export function changedXmlNames(
  from: Schema,
  to: Schema,
  [name, nextName]: [name: string, nextName: string],
): Difference | undefined {
  const before = elementNames(from, name);
  const after = elementNames(to, nextName);
  if (before.join("\n") === after.join("\n")) return undefined;
  return {
    rule: "schema-constraint-changed",
    change: "The form in XML{of} changed.",
    base: keywordAt(from, "xml"),
    head: keywordAt(to, "xml"),
    only: "isXml",
  };
}
