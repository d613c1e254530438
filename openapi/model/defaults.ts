import {
  followed,
  impliedId,
  impliedTag,
  isNode,
  nodeIn,
  operationNodesIn,
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
  resolveItems(contract);
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
  for (const section of ["paths", "webhooks"] as const)
    for (const { method, path, operation } of operationNodesIn(
      contract,
      section,
    )) {
      give(operation, {
        operationId: impliedId(method, path),
        tags: [impliedTag],
        responses: {},
      });
      give(operation, {
        security: contract["security"] ?? [],
        summary: operation["operationId"],
      });
      give(operation, { description: operation["summary"] });
      const [tag] = operation["tags"] as unknown[];
      if (declaredTags.has(String(tag))) continue;
      declaredTags.add(String(tag));
      (contract["tags"] as unknown[]).push({ name: tag, description: "" });
    }
}

/**
 * Replaces references to path items and to bodies of requests by what they refer to. A parameter with a `content` gets the
 * schema of that, and an `example` becomes a named one.
 */
function resolveItems(contract: Node): void {
  for (const section of ["paths", "webhooks"] as const) {
    const items = nodeIn(contract, section);
    for (const [path, item] of Object.entries(items))
      if (isNode(item) && "$ref" in item)
        items[path] = structuredClone(followed(contract, item));
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
