import { without } from "../../model/collections.ts";
import { isNode, textIn, type Node } from "../../model/node.ts";
import { alternativesOf, type Alternative } from "../schema/alternatives.ts";
import { keywordAt, type Schema } from "../schema/schema.ts";
import type { Difference, Direction } from "./difference.ts";

/** Lists in lists that are named. No contract written by people has more. */
const maxDepth = 4;

/** Returns the name of an element whose schema has none. */
type DefaultName = (alternative: Alternative) => string;

/**
 * Returns the names of the elements of a value in XML, for each alternative of its schema: of the
 * value itself, and of the items of a list. An item has the name of its list, unless it has one of
 * its own. A list without an element of its own ignores its name.
 */
function elementNames(
  schema: Schema,
  defaultName: DefaultName,
  depth = 0,
): string[] {
  const { list } = alternativesOf(schema);
  const isNotNull = (one: Alternative) => one.constraints.type !== "null";
  return list.filter(isNotNull).flatMap((alternative) => {
    const name = defaultName(alternative);
    const xml = xmlIn(alternative);
    const ownName = textIn(xml, "name") ?? name;
    const { type, inside } = alternative.constraints;
    const items = type === "array" ? inside.get("items") : undefined;
    if (!items || depth === maxDepth) return [`${type} ${ownName}`];
    const hasElement =
      xml?.["wrapped"] === true || xml?.["nodeType"] === "element";
    const itemName = hasElement ? ownName : name;
    const namesOfItems = elementNames(items, () => itemName, depth + 1);
    const outer = hasElement ? `${type} ${ownName} of` : `${type} of`;
    return [...new Set(namesOfItems)].map((inner) => `${outer} ${inner}`);
  });
}

/**
 * Returns true when each name has one of its own in the other list, or any one where that list is
 * shorter: one branch may replace several.
 */
function includesAll(offered: string[], expected: string[]): boolean {
  if (offered.length < expected.length)
    return without(expected, offered).length === 0;
  const left = [...offered];
  return expected.every((name) => {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index !== -1;
  });
}

/**
 * Returns the XML Object of a schema. The fields of its first part count before the fields of other
 * parts.
 */
export function xmlIn({ parts }: Pick<Schema, "parts">): Node | undefined {
  const all = parts.map((part) => part["xml"]).filter(isNode);
  return all.length === 0 ? undefined : Object.assign({}, ...all.toReversed());
}

/**
 * Compares the names of the elements of a value in XML. Returns undefined when readers find the
 * names that they know.
 * @param names the names of elements whose schema has none
 */
export function changedXmlNames(
  from: Schema,
  to: Schema,
  [name, nextName]: [name: DefaultName, nextName: DefaultName],
  direction: Direction,
): Difference | undefined {
  const before = elementNames(from, name);
  const after = elementNames(to, nextName);
  const [expected, offered] =
    direction === "request" ? [before, after] : [after, before];
  if (includesAll(offered, expected)) return undefined;
  return {
    rule: "schema-constraint-changed",
    change: "The form in XML{of} changed.",
    base: keywordAt(from, "xml"),
    head: keywordAt(to, "xml"),
    only: "isXml",
  };
}
