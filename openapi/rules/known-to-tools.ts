import type { UserContext } from "@redocly/openapi-core";
import { isNode, nodeIn, type Node } from "../model/node.ts";

/** Keyword that our tools do not understand → their behaviour. */
const keywords: Record<string, string> = {
  $dynamicRef:
    "`generate` and `docs` take the value for anything, and `diff` says when it cannot tell",
  itemSchema: "`generate` and `mock` do not read it",
};
const methods: Record<string, string> = {
  query: "`generate`, `docs` and `mock` refuse the contract",
  additionalOperations: "`generate`, `docs` and `mock` refuse the contract",
};

/**
 * Reports the parts of a contract that our other tools do not understand, and what the tools do
 * instead.
 */
export default function knownToTools() {
  const report = (
    node: unknown,
    context: UserContext,
    behaviours: Record<string, string>,
  ) => {
    for (const [key, behaviour] of Object.entries(behaviours))
      if (isNode(node) && key in node)
        context.report({
          message: `\`${key}\` is not known to all tools: ${behaviour}. See openapi/README.md#profiles`,
          location: context.location.child([key]).key(),
        });
  };
  return {
    Schema: (node: unknown, context: UserContext) =>
      report(node, context, keywords),
    MediaType: (node: Node, context: UserContext) =>
      report(node, context, { itemSchema: keywords["itemSchema"] ?? "" }),
    PathItem: (node: unknown, context: UserContext) => {
      const { additionalOperations } = Object(node) as Node;
      const isEmpty =
        additionalOperations !== undefined &&
        Object.keys(nodeIn({ additionalOperations }, "additionalOperations"))
          .length === 0;
      if (!isEmpty) report(node, context, methods);
    },
  };
}
