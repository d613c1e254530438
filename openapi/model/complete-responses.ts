import { referencesTo } from "./complete-examples.ts";
import { isNode, listIn, nodeIn, rewrite, textIn, textsIn, type Node } from "./node.ts";
import { followed, operationNodesIn, type OperationNode } from "./operation-nodes.ts";

/**
 * Gives each operation the responses of `x-defaults` that suit it, each error its body, and each response the headers that
 * all responses and those of its status have.
 */
export function completeResponses(contract: Node): void {
  const defaults = nodeIn(contract, "x-defaults");
  giveBodies(contract, defaults);
  const ofOperations = operationNodesIn(contract, "paths").map((located) => {
    located.operation["responses"] ??= {};
    const responses = nodeIn(located.operation, "responses");
    const own = Object.keys(responses);
    for (const condition of conditionsOf(located, contract))
      for (const [status, response] of Object.entries(nodeIn(nodeIn(defaults, "responses"), condition)))
        if (!own.includes(status) && isNode(response)) responses[status] = { ...response };
    return responses;
  });
  const headers = nodeIn(defaults, "headers");
  for (const responses of [...ofOperations, nodeIn(contract, "x-unrouted-responses")])
    for (const [status, response] of Object.entries(responses))
      if (isNode(response))
        giveHeaders(followed(contract, response), {
          ...nodeIn(headers, status),
          ...nodeIn(headers, "every"),
        });
}

/** What an operation has, by the names of `responses` in `x-defaults`: the most general first, as a later one stands. */
function conditionsOf({ operation, parameters }: OperationNode, contract: Node): string[] {
  const requirements = listIn(operation, "security")
    .filter(isNode)
    .flatMap(Object.entries<unknown>);
  const places = parameters.map((parameter) => textIn(followed(contract, parameter), "in"));
  const isScoped = requirements.some(([, scopes]) => Array.isArray(scopes) && scopes.length > 0);
  return [
    "every",
    ...(isScoped ? ["scope"] : []),
    ...(places.includes("path") ? ["path"] : []),
    ...(places.some((place) => place !== "path") ? ["parameter"] : []),
    ...("requestBody" in operation ? ["body"] : []),
    ...requirements.map(([scheme]) => scheme),
    ...parameters.map((parameter) => textIn(parameter, "$ref")?.split("/").at(-1) ?? ""),
  ];
}

/** An error of `components` names its examples; its schema is that of every error. */
function giveBodies(contract: Node, defaults: Node): void {
  for (const response of Object.values(nodeIn(nodeIn(contract, "components"), "responses"))) {
    if (!isNode(response) || !("x-examples" in response)) continue;
    const { "x-examples": _, ...others } = response;
    const examples = referencesTo(textsIn(response, "x-examples"));
    const content = { "application/json": { schema: nodeIn(defaults, "error"), examples } };
    rewrite(response, { ...others, content });
  }
}

/** The headers stand before the body. */
function giveHeaders(response: Node, headers: Node): void {
  if (Object.keys(headers).length === 0) return;
  const { content, headers: own, ...others } = response;
  const all = { ...headers, ...(isNode(own) ? own : {}) };
  rewrite(response, { ...others, headers: all, ...(content === undefined ? {} : { content }) });
}
