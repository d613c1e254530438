import { without } from "../model/collections.ts";
import { nodeIn, textIn, type Node } from "../model/node.ts";
import {
  operationNodesIn,
  type OperationNode,
} from "../model/operation-nodes.ts";
import { followed } from "../model/pointer.ts";
import { rule } from "./rule.ts";

/**
 * Checks that a list takes `limit` and `cursor`, and that its page has `next_cursor` and
 * `has_more`. Design guide: openapi/README.md#pages
 */
export default rule("See openapi/README.md#pages", (root) =>
  operationNodesIn(root, "paths").flatMap((located) => {
    const { path, method } = located;
    if (method !== "get") return [];
    const page = pageFields(root, located);
    if (followed(root, nodeIn(page, "data"))["type"] !== "array") return [];
    const missing = [
      ...without(["limit", "cursor"], queryNames(root, located)),
      ...without(["next_cursor", "has_more"], Object.keys(page)),
    ];
    if (missing.length === 0) return [];
    const message = `The list is not read in pages: ${missing.join(", ")} missing`;
    return [
      { message, path: ["paths", path, method, "responses"], isKey: true },
    ];
  }),
);

/** Returns the fields of the JSON body of a 200. */
function pageFields(root: Node, { operation }: OperationNode): Node {
  const responses = nodeIn(operation, "responses");
  const response = followed(root, nodeIn(responses, "200"));
  const media = nodeIn(nodeIn(response, "content"), "application/json");
  return nodeIn(followed(root, nodeIn(media, "schema")), "properties");
}

const queryNames = (root: Node, { parameters }: OperationNode): string[] =>
  parameters
    .map((parameter) => followed(root, parameter))
    .filter((parameter) => parameter["in"] === "query")
    .map((parameter) => textIn(parameter, "name") ?? "");
