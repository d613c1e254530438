import type { Draft, Schema } from "../model/contract.ts";
import { childOf, namesIn, operationNodesIn } from "../model/node.ts";
import { rule, type Problem } from "./rule.ts";

/**
 * What the API sends can grow: its objects are not closed, and its lists of values are not complete. Webhooks are
 * requests, but it is we who send them.
 * Design guide: openapi/README.md#open-responses
 */
export default rule("See openapi/README.md#open-responses", (root) => {
  const problems: Problem[] = [];
  const visited = new Set<unknown>();
  /** Checks a node, and everything that it leads to. */
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
    const report = (keyword: string, says: string) =>
      problems.push({
        says: `What the API sends ${says}`,
        path: [...path, keyword],
        isKey: true,
      });
    if (type === "object" && additionalProperties === false)
      report(
        "additionalProperties",
        `is not closed: ${description.replace(/\.$/, "")}`,
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
