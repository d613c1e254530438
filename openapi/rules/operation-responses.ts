import {
  followed,
  isNode,
  nodeIn,
  operationNodesIn,
  quoted,
  textIn,
  without,
  type Node,
  type OperationNode,
} from "../model/node.ts";
import { rule, type Problem } from "./rule.ts";

/** The statuses of every operation. A 422 is one, since a request may have an unknown parameter. */
const ofEvery = [
  "400",
  "401",
  "403",
  "408",
  "422",
  "429",
  "431",
  "500",
  "503",
  "default",
];

/** The statuses of an operation that has a parameter of `components`, by its name. */
const ofParameters: Record<string, string> = {
  IdempotencyKey: "409",
  IfMatch: "412",
  IfNoneMatch: "304",
};

/** The headers of every response. */
const headersOfEvery = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Id",
];

/** The headers of a response by its status. */
const headersOfStatuses: Record<string, string[]> = {
  "201": ["Location"],
  "401": ["WWW-Authenticate"],
  "403": ["WWW-Authenticate"],
  "429": ["Retry-After"],
  "503": ["Retry-After"],
};

/** Returns the statuses that the server can send for an operation, by what the operation has. */
function statusesOf(
  { operation, parameters }: OperationNode,
  root: Node,
): string[] {
  const inPath = parameters.some(
    (parameter) => textIn(followed(root, parameter), "in") === "path",
  );
  const named = parameters.flatMap((parameter) => {
    const name = textIn(parameter, "$ref")?.split("/").at(-1) ?? "";
    return ofParameters[name] ?? [];
  });
  return [
    ...ofEvery,
    ...(inPath ? ["404"] : []),
    ...("requestBody" in operation ? ["413", "415"] : []),
    ...named,
  ];
}

/** Each operation names every status that the server can send for it, and each response its headers. */
function missingResponses(root: Node): Problem[] {
  return operationNodesIn(root, "paths").flatMap((located) => {
    const { path, method, operation } = located;
    const place = ["paths", path, method, "responses"];
    const responses = nodeIn(operation, "responses");
    const missing = without(statusesOf(located, root), Object.keys(responses));
    const problems: Problem[] = [];
    if (missing.length > 0)
      problems.push({
        says: `The operation can respond with ${quoted(missing)} too: refer to the response of \`components\``,
        path: place,
        isKey: true,
      });
    for (const [status, response] of Object.entries(responses)) {
      if (!isNode(response)) continue;
      const headers = Object.keys(nodeIn(followed(root, response), "headers"));
      const wanted = [...headersOfEvery, ...(headersOfStatuses[status] ?? [])];
      const lost = without(wanted, headers);
      if (lost.length === 0) continue;
      problems.push({
        says: `The response has the headers ${quoted(lost)} too`,
        path: [...place, status],
        isKey: true,
      });
    }
    return problems;
  });
}

/** Redocly rule. Design guide: openapi/README.md#responses */
export default rule("See openapi/README.md#responses", missingResponses);
