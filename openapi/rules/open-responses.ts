import { operationsOf, type Contract } from "../tools/contract.ts";
import type { Context } from "../redocly.ts";

/**
 * What the API sends can grow: its objects are not closed, and its lists of values are not complete. Webhooks are
 * requests, but it is we who send them.
 * Design guide: openapi/README.md#open-responses
 */
export default function openResponses() {
  return {
    Root: {
      leave: (root: Contract, context: Context) => {
        const responses = operationsOf(root).flatMap(({ operation }) =>
          Object.values(operation.responses ?? {}),
        );
        const seen = new Set<object>();
        for (const sent of [...responses, ...Object.values(root.webhooks ?? {})]) check(sent, context, seen);
      },
    },
  };
}

/** The keywords of a node that the rule reads. A node that is no schema has none of them. */
interface Node {
  $ref?: unknown;
  type?: unknown;
  additionalProperties?: unknown;
  enum?: unknown;
  description?: unknown;
}

/** Checks a node of what is sent, and everything that it leads to. */
function check(value: unknown, context: Context, seen: Set<object>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const node: Node = value;
  if (typeof node.$ref === "string") check(context.resolve(node).node, context, seen);
  if (node.type === "object" && node.additionalProperties === false) {
    context.report({
      message: `What the API sends is not closed: ${String(node.description ?? "an object without description")}. See openapi/README.md#open-responses`,
    });
  }
  if (Array.isArray(node.enum)) {
    context.report({
      message: `What the API sends may have other values than ${node.enum.join(", ")}: list them in an x-extensible-enum. See openapi/README.md#open-responses`,
    });
  }
  for (const [name, child] of Object.entries(node)) {
    if (!name.startsWith("x-") && name !== "examples" && name !== "parameters") check(child, context, seen);
  }
}
