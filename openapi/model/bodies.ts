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
    const headers = responses.flatMap((response) =>
      nodesIn(nodeIn(response, "headers")),
    );
    for (const response of responses) describeBySummary(response);
    for (const each of [...parameters, ...headers])
      completeElement(contract, followed(contract, each));
    for (const body of [nodeIn(operation, "requestBody"), ...responses])
      completeBody(contract, body);
  }
}

/** Gives a response a description: from OpenAPI 3.2 on it may have a summary alone. */
function describeBySummary(response: Node): void {
  const { summary } = response;
  if (summary !== undefined) setMissing(response, { description: summary });
}

/** Gives a parameter or a header a schema, and its examples values. */
function completeElement(contract: Node, element: Node): void {
  addSchemaOfContent(element);
  giveValues(contract, "application/json", element);
  for (const [name, media] of mediaOf(element))
    giveValues(contract, name, media);
}

/** Gives each media type of a body a schema and named examples, and the examples values. */
function completeBody(contract: Node, body: Node): void {
  for (const [name, media] of mediaOf(body)) {
    nameExample(media);
    giveValues(contract, name, media);
  }
}

/** Returns the media types of a body, a parameter or a header, with their names. */
const mediaOf = (owner: Node): [string, Node][] =>
  Object.entries(nodeIn(owner, "content")).flatMap(([name, media]) =>
    isNode(media) ? [[name, media]] : [],
  );

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
