import { followed, nodeIn, operationNodesIn, textIn, without, type Node } from "../model/node.ts";
import type { UserContext } from "@redocly/openapi-core";

const parametersOfPages = ["limit", "cursor"];
const fieldsOfPages = ["next_cursor", "has_more"];

/**
 * A list is read in pages, by `limit` and `cursor`, and each page says whether there are more.
 * Design guide: openapi/README.md#pages
 */
export default function listPages() {
  return {
    Root: {
      leave: (root: Node, context: UserContext) => {
        for (const { path, method, operation, parameters } of operationNodesIn(root, "paths")) {
          const response = followed(root, nodeIn(nodeIn(operation, "responses"), "200"));
          const media = nodeIn(nodeIn(response, "content"), "application/json");
          const page = nodeIn(followed(root, nodeIn(media, "schema")), "properties");
          if (method !== "get" || followed(root, nodeIn(page, "data"))["type"] !== "array") continue;
          const all = parameters.map((parameter) => followed(root, parameter));
          const query = all.filter((parameter) => parameter["in"] === "query");
          const missing = [
            ...without(
              parametersOfPages,
              query.map((parameter) => textIn(parameter, "name") ?? ""),
            ),
            ...without(fieldsOfPages, Object.keys(page)),
          ];
          if (missing.length === 0) continue;
          context.report({
            message: `The list is not read in pages: ${missing.join(", ")} missing. See openapi/README.md#pages`,
            location: context.location.child(["paths", path, method, "responses"]).key(),
          });
        }
      },
    },
  };
}
