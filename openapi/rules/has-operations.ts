import { isNode, nodeIn, type Node } from "../model/node.ts";
import { methods, pathSections } from "../model/operation-nodes.ts";
import { rule, type Problem } from "./rule.ts";

/** Checks that a contract has an operation or a webhook. */
export default rule("See openapi/README.md#profiles", find);

function find(root: Node): Problem[] {
  const items = pathSections.flatMap((section) =>
    Object.values(nodeIn(root, section)),
  );
  const hasOperation = (item: unknown) =>
    isNode(item) &&
    ["$ref", "additionalOperations", ...methods].some((key) => key in item);
  if (items.some(hasOperation)) return [];
  return [{ message: "The contract has no operation", path: ["openapi"] }];
}
