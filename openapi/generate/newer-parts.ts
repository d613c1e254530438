import { isNode, listIn, mapNodes, nodeIn, type Node } from "../model/node.ts";
import { methods } from "../model/operation-nodes.ts";
import { followed } from "../model/pointer.ts";

/**
 * Removes the parts of OpenAPI 3.1 and 3.2 that 3.0 does not know, except parts of schemas. The
 * given contract is not changed.
 */
export function withoutNewerParts<T extends object>(contract: T): T {
  const root = contract as Node;
  const tls = mutualSchemes(root);
  const changed = mapNodes(root, (node) => {
    const { $self: _, itemSchema: __, ...result } = node;
    for (const key of ["itemEncoding", "prefixEncoding"]) delete result[key];
    if (isNode(result["responses"])) result["responses"] = described(result);
    for (const method of methods)
      if (isNode(result[method])) result[method] = withResponse(result[method]);
    if (isNode(result["encoding"]))
      result["encoding"] = withoutInner(result["encoding"]);
    if (isNode(result["server"]))
      result["server"] = without(result["server"], ["name"]);
    if (isNode(result["xml"])) result["xml"] = olderXml(result);
    if (hasCookieStyle(result)) delete result["style"];
    if ("dataValue" in result || "serializedValue" in result)
      return olderExample(result);
    if (isNode(result["discriminator"]))
      result["discriminator"] = without(nodeIn(result, "discriminator"), [
        "defaultMapping",
      ]);
    change(result, "servers", ({ name: ___, ...server }) => server);
    change(result, "tags", (tag) => {
      const { kind: ___, parent: ____, summary: _____, ...known } = tag;
      return known;
    });
    change(result, "security", (requirement) => without(requirement, tls));
    if (Array.isArray(result["parameters"]))
      result["parameters"] = listIn(result, "parameters").filter(
        (each) => !isNode(each) || !isQueryString(root, each),
      );
    return result;
  });
  const components = nodeIn(changed, "components");
  const { securitySchemes, parameters } = components;
  delete components["mediaTypes"];
  if (isNode(securitySchemes))
    components["securitySchemes"] = withoutDevices(
      without(securitySchemes, tls),
    );
  if (isNode(parameters))
    components["parameters"] = without(
      parameters,
      Object.keys(parameters).filter((name) =>
        isQueryString(root, nodeIn(parameters, name)),
      ),
    );
  return changed as T;
}

/** Gives an operation without any response one, as 3.0 requires it. */
const withResponse = (operation: Node): Node =>
  Object.keys(nodeIn(operation, "responses")).length > 0
    ? operation
    : { ...operation, responses: { default: { description: "" } } };

/** Removes the encodings inside of parts. */
const withoutInner = (encoding: Node): Node =>
  Object.fromEntries(
    Object.entries(encoding).map(([name, part]) => [
      name,
      isNode(part) ? without(part, ["encoding"]) : part,
    ]),
  );

/** Writes the type of a node in XML in the words of 3.0. */
function olderXml(schema: Node): Node {
  const { nodeType, ...xml } = nodeIn(schema, "xml");
  if (nodeType === "attribute") return { ...xml, attribute: true };
  const isList = [schema["type"]].flat().includes("array");
  return nodeType === "element" && isList ? { ...xml, wrapped: true } : xml;
}

/** Returns true for a cookie that is written as 3.2 can have it. */
export const hasCookieStyle = ({ in: place, style }: Node): boolean =>
  place === "cookie" && style === "cookie";

/** Writes the data of an example, or the text without them, as its value. */
function olderExample(example: Node): Node {
  const { dataValue, serializedValue, ...others } = example;
  return { ...others, value: dataValue ?? serializedValue };
}

/** Removes the flow of devices, and what OpenAPI 3.2 says of a scheme beside it. */
const withoutDevices = (schemes: Node): Node =>
  Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => {
      if (!isNode(scheme)) return [name, scheme];
      const known = without(scheme, ["oauth2MetadataUrl", "deprecated"]);
      const flows = without(nodeIn(scheme, "flows"), ["deviceAuthorization"]);
      return [name, "flows" in scheme ? { ...known, flows } : known];
    }),
  );

/** Removes the summaries of responses. Their descriptions have the texts. */
const described = (node: Node): Node =>
  Object.fromEntries(
    Object.entries(nodeIn(node, "responses")).map(([status, response]) => [
      status,
      isNode(response) ? without(response, ["summary"]) : response,
    ]),
  );

/** Returns true for a parameter that is the complete query. */
export const isQueryString = (root: Node, parameter: Node): boolean =>
  followed(root, parameter)["in"] === "querystring";

/** Returns the names of the security schemes of mutual TLS. */
export const mutualSchemes = (root: Node): string[] =>
  schemesWith(root, ({ type }) => type === "mutualTLS");

/** Returns the names of the security schemes that have something. */
export function schemesWith(
  root: Node,
  has: (scheme: Node) => boolean,
): string[] {
  const schemes = nodeIn(nodeIn(root, "components"), "securitySchemes");
  return Object.keys(schemes).filter((name) => has(nodeIn(schemes, name)));
}

/** Changes each object in a list of a node. */
function change(node: Node, key: string, changeOne: (each: Node) => Node) {
  const list = node[key];
  if (Array.isArray(list))
    node[key] = list.map((each) => (isNode(each) ? changeOne(each) : each));
}

const without = (node: Node, names: string[]): Node =>
  Object.fromEntries(
    Object.entries(node).filter(([name]) => !names.includes(name)),
  );
