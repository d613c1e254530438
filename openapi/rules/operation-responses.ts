import { quoted, without } from "../model/collections.ts";
import { isNode, nodeIn, textIn, type Node } from "../model/node.ts";
import {
  operationNodesIn,
  type OperationNode,
} from "../model/operation-nodes.ts";
import { followed } from "../model/pointer.ts";
import { rule, type Problem } from "./rule.ts";

/** The statuses of every operation. A request with an unknown parameter gets a 422. */
const commonStatuses = [
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

/** Parameter of `components` → the status that it causes. */
const statusesOfParameters: Record<string, string> = {
  IdempotencyKey: "409",
  IfMatch: "412",
  IfNoneMatch: "304",
};

/** The headers of every response. */
const commonHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Id",
];

/** Status → the headers of its responses. */
const headersOfStatuses: Record<string, string[]> = {
  "201": ["Location"],
  "401": ["WWW-Authenticate"],
  "403": ["WWW-Authenticate"],
  "429": ["Retry-After"],
  "503": ["Retry-After"],
};

/** Returns the statuses that the server can send for an operation. */
function statusesOf(
  { operation, parameters }: OperationNode,
  root: Node,
): string[] {
  const inPath = parameters.some(
    (parameter) => textIn(followed(root, parameter), "in") === "path",
  );
  const named = parameters.flatMap((parameter) => {
    const name = textIn(parameter, "$ref")?.split("/").at(-1) ?? "";
    return statusesOfParameters[name] ?? [];
  });
  return [
    ...commonStatuses,
    ...(inPath ? ["404"] : []),
    ...("requestBody" in operation ? ["413", "415"] : []),
    ...named,
  ];
}

/**
 * Checks that each operation has every status that the server can send, and each response its
 * headers. Design guide: openapi/README.md#responses
 */
export default rule("See openapi/README.md#responses", missingResponses);

/**
 * Reports statuses that an operation can send and does not declare, and headers that a response
 * lacks.
 */
function missingResponses(root: Node): Problem[] {
  const all = operationNodesIn(root, "paths");
  const responsesOf = ({ operation }: OperationNode) =>
    nodeIn(operation, "responses");
  const usual = usualReferences(all.map(responsesOf));
  const usualHeaders = usualReferences(
    all
      .flatMap((located) => Object.values(responsesOf(located)))
      .filter(isNode)
      .map((response) => nodeIn(followed(root, response), "headers")),
  );
  return all.flatMap((located) => {
    const { path, method } = located;
    const place = ["paths", path, method, "responses"];
    const responses = responsesOf(located);
    const missing = without(statusesOf(located, root), Object.keys(responses));
    const problems: Problem[] = [];
    if (missing.length > 0)
      problems.push({
        message: `The operation can respond with ${quoted(missing)} too: ${advice(missing, usual, "responses")}`,
        path: place,
        isKey: true,
      });
    for (const [status, response] of Object.entries(responses)) {
      if (!isNode(response)) continue;
      const headers = Object.keys(nodeIn(followed(root, response), "headers"));
      const expected = [...commonHeaders, ...(headersOfStatuses[status] ?? [])];
      const missingHeaders = without(expected, headers);
      if (missingHeaders.length === 0) continue;
      problems.push({
        message: `The response lacks the headers ${quoted(missingHeaders)} too: ${advice(missingHeaders, usualHeaders, "headers")}`,
        path: [...place, status],
        isKey: true,
      });
    }
    return problems;
  });
}

/** Returns name → the reference that most objects have under this name. */
function usualReferences(objects: Node[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const object of objects)
    for (const [name, value] of Object.entries(object)) {
      const reference = textIn(Object(value), "$ref");
      if (reference === undefined) continue;
      const ofName = counts.get(name) ?? new Map<string, number>();
      counts.set(name, ofName);
      ofName.set(reference, (ofName.get(reference) ?? 0) + 1);
    }
  return new Map(
    [...counts].map(([name, ofName]) => {
      const [[reference = ""] = []] = [...ofName].sort(([, a], [, b]) => b - a);
      return [name, reference];
    }),
  );
}

/** Writes the lines that are missing, as far as the contract has them elsewhere. */
function advice(
  names: string[],
  usual: Map<string, string>,
  section: string,
): string {
  const lines = names.flatMap((name) => {
    const reference = usual.get(name);
    const key = /^\d/.test(name) ? `"${name}"` : name;
    return reference === undefined
      ? []
      : `\`${key}: { $ref: "${reference}" }\``;
  });
  return lines.length > 0
    ? `add ${lines.join(", ")}`
    : `refer to one of \`#/components/${section}\``;
}
