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
  textIn,
  type Node,
} from "../model/node.ts";
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
  if (isNode(securitySchemes))
    components["securitySchemes"] = without(securitySchemes, tls);
  if (isNode(parameters))
    components["parameters"] = without(
      parameters,
      Object.keys(parameters).filter((name) =>
        isQueryString(root, nodeIn(parameters, name)),
      ),
    );
  return changed as T;
}

/** Lists the parts that `withoutNewerParts` removes. */
export function droppedParts(contract: Contract): DroppedPart[] {
  const root = contract as Contract & Node;
  const servers = new Set<string>();
  eachNode(root, (node) => {
    for (const server of listIn({ ...node }, "servers").filter(isNode)) {
      const name = textIn(server, "name");
      if (name !== undefined && "url" in server) servers.add(name);
    }
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
  const parts: DroppedPart[] = [
    { part: "`$self`", places: self === undefined ? [] : [self] },
    { part: "mutual TLS", places: mutualSchemes(root) },
    { part: "the names of servers", places: [...servers] },
    { part: "the `kind` of tags", places: tagsWith("kind") },
    { part: "the `parent` of tags", places: tagsWith("parent") },
    { part: "the `summary` of tags", places: tagsWith("summary") },
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
          hasItemSchema(followed(root, { ...body })),
        ),
      ),
    },
  ];
  return parts.filter(({ places }) => places.length > 0);
}

const hasItemSchema = (body: Node): boolean =>
  Object.values(nodeIn(body, "content")).some(
    (media) => isNode(media) && "itemSchema" in media,
  );

const isQueryString = (root: Node, parameter: Node): boolean =>
  followed(root, parameter)["in"] === "querystring";

/** Returns the names of the security schemes of mutual TLS. */
function mutualSchemes(root: Node): string[] {
  const schemes = nodeIn(nodeIn(root, "components"), "securitySchemes");
  return Object.keys(schemes).filter(
    (name) => nodeIn(schemes, name)["type"] === "mutualTLS",
  );
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
