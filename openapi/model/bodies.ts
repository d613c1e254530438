import { exampleValue } from "./example-value.ts";
import {
  eachNode,
  isNode,
  nodeIn,
  nodesIn,
  setMissing,
  type Node,
} from "./node.ts";
import {
  callbackNodesIn,
  operationNodesIn,
  pathSections,
} from "./operation-nodes.ts";
import { followed } from "./pointer.ts";

/**
 * Replaces references to request bodies by the bodies. Gives each parameter and header the schema
 * of its `content`, and turns each `example` of a body into a named one.
 */
export function resolveBodies(contract: Node): void {
  const all = pathSections
    .flatMap((section) => operationNodesIn(contract, section))
    .flatMap((located) => [
      located,
      ...callbackNodesIn(contract, located.operation),
    ]);
  for (const { operation, parameters } of all) {
    if (isNode(operation["requestBody"]))
      operation["requestBody"] = followed(contract, operation["requestBody"]);
    const responses = nodesIn(nodeIn(operation, "responses")).map((response) =>
      followed(contract, response),
    );
    for (const response of responses) {
      // From OpenAPI 3.2 on a response may have a summary alone.
      const { summary } = response;
      if (summary !== undefined) setMissing(response, { description: summary });
    }
    const headers = responses.flatMap((response) =>
      nodesIn(nodeIn(response, "headers")),
    );
    for (const each of [...parameters, ...headers]) {
      const element = followed(contract, each);
      addSchemaOfContent(element);
      giveValues(contract, "application/json", element);
      for (const [name, media] of Object.entries(nodeIn(element, "content")))
        if (isNode(media)) giveValues(contract, name, media);
    }
    for (const body of [nodeIn(operation, "requestBody"), ...responses])
      for (const [name, media] of Object.entries(nodeIn(body, "content")))
        if (isNode(media)) {
          nameExample(media);
          giveValues(contract, name, media);
        }
  }
}

/** Replaces references to media types, which OpenAPI 3.2 allows and few tools read, by their targets. */
export function resolveMediaTypes(contract: Node): void {
  eachNode(contract, (node) => {
    const content = isNode(node) ? nodeIn(node, "content") : {};
    for (const [name, media] of Object.entries(content))
      if (isNode(media) && "$ref" in media)
        content[name] = { ...followed(contract, media) };
  });
}

function addSchemaOfContent(element: Node): void {
  const [media] = nodesIn(nodeIn(element, "content"));
  setMissing(element, { schema: media?.["schema"] ?? {} });
}

function nameExample(media: Node): void {
  const { example } = media;
  setMissing(media, { schema: {} });
  if (example !== undefined)
    setMissing(media, { examples: { example: { value: example } } });
  delete media["example"];
}

/**
 * Gives each named example of a media type, a parameter or a header a `value`, also where OpenAPI
 * 3.2 has another form.
 */
function giveValues(contract: Node, name: string, owner: Node): void {
  for (const node of nodesIn(nodeIn(owner, "examples"))) {
    const example = followed(contract, node);
    const value = exampleValue(example, name);
    if (value !== undefined) setMissing(example, { value });
  }
}
