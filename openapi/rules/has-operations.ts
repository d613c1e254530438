import { methods, isNode, nodeIn, type Node } from "../model/node.ts";
import { rule, type Problem } from "./rule.ts";

/** A contract has an operation or a webhook: without one every tool has nothing to do. */
export default rule("See openapi/README.md#profiles", find);

function find(root: Node): Problem[] {
  const items = ["paths", "webhooks"].flatMap((section) =>
    Object.values(nodeIn(root, section)),
  );
  const isUsed = (item: unknown) =>
    isNode(item) &&
    ["$ref", "additionalOperations", ...methods].some((key) => key in item);
  if (items.some(isUsed)) return [];
  return [{ says: "The contract has no operation", path: ["openapi"] }];
}
