import {
  followed,
  nodeIn,
  operationNodesIn,
  textIn,
  without,
  type Node,
} from "../model/node.ts";
import { rule } from "./rule.ts";

/**
 * A list is read in pages, by `limit` and `cursor`, and each page says whether there are more.
 * Design guide: openapi/README.md#pages
 */
export default rule("See openapi/README.md#pages", (root) =>
  operationNodesIn(root, "paths").flatMap(
    ({ path, method, operation, parameters }) => {
      const response = followed(
        root,
        nodeIn(nodeIn(operation, "responses"), "200"),
      );
      const media = nodeIn(nodeIn(response, "content"), "application/json");
      const page: Node = nodeIn(
        followed(root, nodeIn(media, "schema")),
        "properties",
      );
      if (
        method !== "get" ||
        followed(root, nodeIn(page, "data"))["type"] !== "array"
      )
        return [];
      const all = parameters.map((parameter) => followed(root, parameter));
      const query = all.filter((parameter) => parameter["in"] === "query");
      const missing = [
        ...without(
          ["limit", "cursor"],
          query.map((parameter) => textIn(parameter, "name") ?? ""),
        ),
        ...without(["next_cursor", "has_more"], Object.keys(page)),
      ];
      if (missing.length === 0) return [];
      const says = `The list is not read in pages: ${missing.join(", ")} missing`;
      return [
        { says, path: ["paths", path, method, "responses"], isKey: true },
      ];
    },
  ),
);
