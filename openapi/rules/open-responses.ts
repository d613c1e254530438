import type { Location, UserContext } from "@redocly/openapi-core";
import type { Draft, Schema } from "../model/contract.ts";
import { operationNodesIn, type Node } from "../model/node.ts";

/**
 * What the API sends can grow: its objects are not closed, and its lists of values are not complete. Webhooks are
 * requests, but it is we who send them.
 * Design guide: openapi/README.md#open-responses
 */
export default function openResponses() {
  return {
    Root: {
      leave: (root: Node, context: UserContext) => {
        const { location } = context;
        const seen = new Set<object>();
        for (const { path, method, operation } of operationNodesIn(root, "paths"))
          check(operation["responses"], location.child(["paths", path, method, "responses"]), context, seen);
        check(root["webhooks"], location.child(["webhooks"]), context, seen);
      },
    },
  };
}

/** Checks a node of what is sent, and everything that it leads to. */
function check(value: unknown, location: Location, context: UserContext, seen: Set<object>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  const node: Draft<Schema> = value;
  if (typeof node.$ref === "string") {
    const target = context.resolve(node);
    check(target.node, target.location ?? location, context, seen);
  }
  if (node.type === "object" && node.additionalProperties === false) {
    context.report({
      message: `What the API sends is not closed: ${(node.description ?? "an object without description").replace(/\.$/, "")}. See openapi/README.md#open-responses`,
      location: location.child(["additionalProperties"]).key(),
    });
  }
  if (Array.isArray(node.enum)) {
    context.report({
      message: `What the API sends may have other values than ${node.enum.join(", ")}: list them in an x-extensible-enum. See openapi/README.md#open-responses`,
      location: location.child(["enum"]).key(),
    });
  }
  for (const [name, child] of Object.entries(node)) {
    if (name.startsWith("x-") || name === "examples" || name === "parameters") continue;
    check(child, location.child([name]), context, seen);
  }
}
