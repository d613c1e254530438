import type { Contract, Schema } from "../model/contract.ts";
import { isIgnoredHeader } from "../model/ignored-headers.ts";
import { isJson } from "../model/media-names.ts";
import { isNode, type Node } from "../model/node.ts";
import {
  mayHaveParts,
  sentSchema,
  withTextChoices,
} from "../model/sent-schema.ts";
import { isTransferHeader } from "../model/transfer-headers.ts";
import type { Found } from "./notes.ts";

/**
 * Replaces the schema of lists and objects in headers and paths, on which Prism crashes. Notes
 * cookies and JSON in parameters, which Prism does not check, and names with brackets, which it
 * never finds. Frees the headers that OpenAPI ignores: Prism would check `Accept`.
 */
export function readParameter(
  node: Node,
  contract: Contract,
  found: Found,
): Node {
  const { name, in: place, schema, content } = node;
  if (typeof name !== "string" || typeof place !== "string") return node;
  // A security scheme has a name and a place too.
  if ("type" in node) return node;
  if (place === "header" && (isIgnoredHeader(name) || isTransferHeader(name)))
    return { name, in: place, schema: {} };
  if (place === "querystring" || place === "cookie") found.unchecked.add(name);
  else if (isNode(content)) {
    const isText = !Object.keys(content).some(isJson);
    (isText ? found.unchecked : found.uncheckedJson).add(name);
  }
  if (place === "query" && /[[\]]/.test(name)) {
    found.unchecked.add(name);
    return { ...node, required: false };
  }
  if (!isNode(schema)) return node;
  if (place === "query") return readQuery(node, name, contract, found);
  if (!["header", "path"].includes(place)) return node;
  if (!mayHaveParts(contract, schema))
    return { ...node, schema: withTextChoices(contract, schema) };
  found.unchecked.add(name);
  return { ...node, style: "simple", schema: {} };
}

/**
 * Gives a parameter of the query a schema of one type. Prism takes lists of any other schema for
 * texts, and crashes on other values than lists in the styles that separate lists.
 */
function readQuery(
  node: Node,
  name: string,
  contract: Contract,
  { unchecked }: Found,
): Node {
  const schema = sentSchema(contract, node["schema"] as Schema);
  const isList = schema.type === "array";
  const separates = /^(space|pipe)Delimited$/.test(String(node["style"]));
  const isRead = typeof schema.type === "string" && (isList || !separates);
  if (isRead) return { ...node, schema };
  const plain = separates ? { ...node, style: "form" } : node;
  if (!mayHaveParts(contract, schema))
    return { ...plain, schema: withTextChoices(contract, schema) };
  unchecked.add(name);
  return { ...plain, required: false, schema: {} };
}
