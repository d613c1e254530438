import type { Draft, Schema } from "../model/contract.ts";
import { childOf } from "../model/node.ts";
import { operationNodesIn } from "../model/operation-nodes.ts";
import { namesIn } from "../model/pointer.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * Checks that responses and webhooks can grow: their objects are open, and their lists of values
 * are extensible. Design guide: openapi/README.md#open-responses
 */
export default rule("See openapi/README.md#open-responses", (root) => {
  const problems: Problem[] = [];
  const visited = new Set<unknown>();
  /** Checks the node at a path, its children and the targets of its references. */
  const check = (path: string[]): void => {
    const node = path.reduce<unknown>(childOf, root);
    if (typeof node !== "object" || node === null || visited.has(node)) return;
    visited.add(node);
    const {
      $ref,
      type,
      additionalProperties,
      description = "an object",
      enum: values,
    }: Draft<Schema> = node;
    const report = (keyword: string, problem: string) =>
      problems.push({
        message: `A response ${problem}`,
        path: [...path, keyword],
        isKey: true,
      });
    if (type === "object" && additionalProperties === false)
      report(
        "additionalProperties",
        `leaves its objects open, and this one is closed: ${description.replace(/\.$/, "")}`,
      );
    if (Array.isArray(values))
      report(
        "enum",
        `may have other values than ${values.join(", ")}: list them in an x-extensible-enum`,
      );
    if (typeof $ref === "string") check(namesIn($ref));
    for (const name of Object.keys(node))
      if (!/^(x-.*|examples|parameters)$/.test(name)) check([...path, name]);
  };
  for (const { path, method } of operationNodesIn(root, "paths"))
    check(["paths", path, method, "responses"]);
  check(["webhooks"]);
  return problems;
});
