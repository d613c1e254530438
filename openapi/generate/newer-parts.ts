import {
  operationsIn,
  type Contract,
  type Located,
} from "../model/contract.ts";
import {
  eachNode,
  isNode,
  listIn,
  mapNodes,
  nodeIn,
  nodesIn,
  textIn,
  type Node,
} from "../model/node.ts";
import { methods } from "../model/operation-nodes.ts";
import { followed } from "../model/pointer.ts";

/** A part of OpenAPI that 3.0 does not know, and its places in a contract. */
export interface DroppedPart {
  part: string;
  places: string[];
}

/**
 * Removes the parts of OpenAPI 3.1 and 3.2 that 3.0 does not know, beside those of schemas. The
 * contract stays as it is.
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

const hasCookieStyle = ({ in: place, style }: Node): boolean =>
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

/** Lists the parts that `withoutNewerParts` removes. */
export function droppedParts(contract: Contract): DroppedPart[] {
  const root = contract as Contract & Node;
  const servers = new Set<string>();
  const nodeTypes = new Set<string>();
  eachNode(root, (node) => {
    const { server: ofLink, servers: list } = { ...node } as Node;
    for (const server of [ofLink, list].flat().filter(isNode)) {
      const name = textIn(server, "name");
      if (name !== undefined && "url" in server) servers.add(name);
    }
    const type = textIn(nodeIn({ ...node }, "xml"), "nodeType");
    if (type !== undefined && /^(text|cdata|none)$/.test(type))
      nodeTypes.add(type);
  });
  const tagsWith = (key: string) =>
    contract.tags.filter((tag) => key in tag).map(({ name }) => name);
  const operations = [
    ...operationsIn(contract.paths),
    ...operationsIn(contract.webhooks),
  ];
  const operationsWith = (has: (operation: Located["operation"]) => boolean) =>
    operations
      .filter(({ operation }) => has(operation))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const self = textIn(root, "$self");
  const { identifier } = contract.info.license ?? {};
  const parts: DroppedPart[] = [
    { part: "webhooks", places: Object.keys(contract.webhooks) },
    {
      part: "the `identifier` of the license",
      places: identifier === undefined ? [] : [identifier],
    },
    { part: "`$self`", places: self === undefined ? [] : [self] },
    { part: "mutual TLS", places: mutualSchemes(root) },
    {
      part: "the flow `deviceAuthorization`",
      places: schemesWith(root, ({ flows }) =>
        Object.hasOwn(Object(flows) as object, "deviceAuthorization"),
      ),
    },
    {
      part: "`oauth2MetadataUrl`",
      places: schemesWith(root, (scheme) => "oauth2MetadataUrl" in scheme),
    },
    {
      part: "`deprecated` of security schemes",
      places: schemesWith(root, ({ deprecated }) => deprecated === true),
    },
    {
      part: "`defaultMapping` of discriminators",
      places: defaultMappings(root),
    },
    { part: "the names of servers", places: [...servers] },
    { part: "the `kind` of tags", places: tagsWith("kind") },
    { part: "the `parent` of tags", places: tagsWith("parent") },
    { part: "the `summary` of tags", places: tagsWith("summary") },
    { part: "the `nodeType` of XML", places: [...nodeTypes] },
    {
      part: "`style: cookie`",
      places: operationsWith(({ parameters = [] }) =>
        parameters.some((each) => hasCookieStyle(followed(root, { ...each }))),
      ),
    },
    {
      part: "the `encoding` inside of parts",
      places: operationsWith(({ requestBody = {}, responses }) =>
        [requestBody, ...Object.values(responses)].some((body) =>
          Object.values(nodeIn(followed(root, { ...body }), "content")).some(
            hasInnerEncoding,
          ),
        ),
      ),
    },
    {
      part: "`in: querystring`",
      places: operationsWith(({ parameters = [] }) =>
        parameters.some((each) => isQueryString(root, { ...each })),
      ),
    },
    {
      part: "`itemSchema`",
      places: operationsWith(({ requestBody = {}, responses }) =>
        [requestBody, ...Object.values(responses)].some((body) =>
          hasInMedia(followed(root, { ...body }), "itemSchema"),
        ),
      ),
    },
    ...["prefixEncoding", "itemEncoding"].map((key) => ({
      part: `\`${key}\``,
      places: operationsWith(({ requestBody = {}, responses }) =>
        [requestBody, ...Object.values(responses)].some((body) =>
          hasInMedia(followed(root, { ...body }), key),
        ),
      ),
    })),
  ];
  return parts.filter(({ places }) => places.length > 0);
}

const hasInMedia = (body: Node, key: string): boolean =>
  Object.values(nodeIn(body, "content")).some(
    (media) => isNode(media) && key in media,
  );

const hasInnerEncoding = (media: unknown): boolean =>
  isNode(media) &&
  nodesIn(nodeIn(media, "encoding")).some((part) => "encoding" in part);

/** Returns the default subtypes of discriminators. */
function defaultMappings(root: Node): string[] {
  const found = new Set<string>();
  eachNode(root, (node) => {
    const target = textIn(
      nodeIn({ ...node }, "discriminator"),
      "defaultMapping",
    );
    if (target !== undefined) found.add(target.replace(/^.*\//, ""));
  });
  return [...found];
}

const isQueryString = (root: Node, parameter: Node): boolean =>
  followed(root, parameter)["in"] === "querystring";

/** Returns the names of the security schemes of mutual TLS. */
const mutualSchemes = (root: Node): string[] =>
  schemesWith(root, ({ type }) => type === "mutualTLS");

/** Returns the names of the security schemes that have something. */
function schemesWith(root: Node, has: (scheme: Node) => boolean): string[] {
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
