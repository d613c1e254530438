import { resolveDeepReferences } from "./deep-references.ts";
import {
  followed,
  impliedId,
  impliedTag,
  isNode,
  listIn,
  mapNodes,
  nodeIn,
  operationNodesIn,
  pointerTo,
  textIn,
  type Node,
} from "./node.ts";

const sections = {
  servers: [],
  tags: [],
  "x-limits": {},
  "x-delivery": {},
  "x-unrouted-responses": {},
  paths: {},
  webhooks: {},
  components: {},
};
const components = {
  securitySchemes: {},
  parameters: {},
  responses: {},
  schemas: {},
  examples: {},
};

/** Adds to a contract what our tools read of every contract, and OpenAPI leaves optional. */
export function giveDefaults(contract: Node): void {
  give(contract, { info: {}, ...structuredClone(sections) });
  resolveDeepReferences(contract);
  giveSchemasForBooleans(contract);
  resolveMappings(contract);
  const repeated = resolveItems(contract);
  give(nodeIn(contract, "info"), {
    title: "API",
    version: "0.0.0",
    summary: "",
    description: "",
  });
  give(nodeIn(contract, "components"), structuredClone(components));
  const tags = Array.isArray(contract["tags"])
    ? contract["tags"].filter(isNode)
    : [];
  for (const tag of tags) give(tag, { description: "" });
  const declaredTags = new Set(tags.map((tag) => textIn(tag, "name")));
  const ids = new Set<unknown>();
  for (const section of ["paths", "webhooks"] as const)
    for (const { method, path, operation } of operationNodesIn(
      contract,
      section,
    )) {
      // A path item that is used twice has one text for two operations.
      if (repeated.has(path) && ids.has(operation["operationId"]))
        operation["operationId"] = impliedId(method, path);
      give(operation, {
        operationId: impliedId(method, path),
        tags: [impliedTag],
        responses: {},
      });
      ids.add(operation["operationId"]);
      give(operation, {
        security: contract["security"] ?? [],
        summary: operation["operationId"],
      });
      give(operation, { description: operation["summary"] });
      if (listIn(operation, "tags").length === 0)
        operation["tags"] = [impliedTag];
      const [tag] = operation["tags"] as unknown[];
      if (declaredTags.has(String(tag))) continue;
      declaredTags.add(String(tag));
      (contract["tags"] as unknown[]).push({ name: tag, description: "" });
    }
}

/**
 * Replaces references to path items and to bodies of requests by what they refer to. A parameter with a `content` gets the
 * schema of that, and an `example` becomes a named one.
 * @returns the paths that were references
 */
function resolveItems(contract: Node): Set<string> {
  const references = new Set<string>();
  for (const section of ["paths", "webhooks"] as const) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items))
      if (isNode(item) && "$ref" in item) {
        const { $ref: _, ...beside } = item;
        const target = structuredClone(followed(contract, item));
        items[path] = { ...target, ...beside };
        references.add(path);
      }
    for (const { operation, parameters } of operationNodesIn(
      contract,
      section,
    )) {
      if (isNode(operation["requestBody"]))
        operation["requestBody"] = followed(contract, operation["requestBody"]);
      const responses = nodesIn(nodeIn(operation, "responses")).map((each) =>
        followed(contract, each),
      );
      const headers = responses.flatMap((response) =>
        nodesIn(nodeIn(response, "headers")),
      );
      for (const element of [...parameters, ...headers])
        giveSchema(followed(contract, element));
      const bodies = [nodeIn(operation, "requestBody"), ...responses];
      for (const media of bodies.flatMap((body) =>
        nodesIn(nodeIn(body, "content")),
      )) {
        const { example } = media;
        give(media, {
          schema: {},
          ...(example !== undefined && {
            examples: { example: { value: example } },
          }),
        });
        delete media["example"];
      }
    }
  }
  delete nodeIn(contract, "components")["pathItems"];
  return references;
}

/** Writes references for the names of schemas in the `mapping` of a discriminator, where OpenAPI allows both. */
function resolveMappings(contract: Node): void {
  const schemas = nodeIn(nodeIn(contract, "components"), "schemas");
  mapNodes(contract, (node) => {
    const mapping = nodeIn(nodeIn(node, "discriminator"), "mapping");
    for (const [value, name] of Object.entries(mapping))
      if (typeof name === "string" && Object.hasOwn(schemas, name))
        mapping[value] = pointerTo("#/components/schemas", name);
    return node;
  });
}

/** The keys under which one schema is, schemas by their names, and a list of them. */
const schemaKeys = {
  one: ["not", "if", "then", "else", "contains", "propertyNames", "schema"],
  named: ["properties", "patternProperties", "dependentSchemas", "$defs"],
  list: ["allOf", "oneOf", "anyOf", "prefixItems"],
};

/** Writes `{}` for the schema `true` and `{ not: {} }` for `false`, where a tool may look into it. */
function giveSchemasForBooleans(contract: Node): void {
  const replace = (holder: unknown) => {
    if (typeof holder !== "object" || holder === null) return;
    for (const [name, schema] of Object.entries(holder))
      if (typeof schema === "boolean")
        Object.assign(holder, { [name]: schema ? {} : { not: {} } });
  };
  replace(nodeIn(nodeIn(contract, "components"), "schemas"));
  mapNodes(contract, (node) => {
    for (const key of schemaKeys.one)
      if (typeof node[key] === "boolean")
        node[key] = node[key] ? {} : { not: {} };
    if (typeof node["items"] === "boolean" && !("prefixItems" in node))
      node["items"] = node["items"] ? {} : { not: {} };
    for (const key of [...schemaKeys.named, ...schemaKeys.list])
      replace(node[key]);
    return node;
  });
}

const nodesIn = (node: Node) => Object.values(node).filter(isNode);

function giveSchema(element: Node): void {
  const [media] = nodesIn(nodeIn(element, "content"));
  give(element, { schema: media?.["schema"] ?? {} });
}

/** Sets the fields that a mapping lacks. */
function give(node: Node, fields: Node): void {
  for (const [name, value] of Object.entries(fields)) node[name] ??= value;
}
