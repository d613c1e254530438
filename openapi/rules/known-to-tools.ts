import type { UserContext } from "@redocly/openapi-core";
import { isIgnoredHeader } from "../model/ignored-headers.ts";
import { isNode, nodeIn, type Node } from "../model/node.ts";

const unreadEncoding =
  "`generate`, `docs` and `mock` take the body as it is, and do not read it";

/** Keyword that our tools do not understand → their behaviour. */
const keywords: Record<string, string> = {
  $dynamicRef:
    "`generate` and `docs` take the value for anything, and `diff` says when it cannot tell",
};
/** Keyword of a media type → the same. */
const mediaKeywords: Record<string, string> = {
  itemSchema: "`generate` writes no type for it, and `mock` does not check it",
  prefixEncoding: unreadEncoding,
  itemEncoding: unreadEncoding,
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
      report(node, context, mediaKeywords),
    Parameter: (node: Node, { report: reportAt, location }: UserContext) => {
      if (node["in"] === "header" && isIgnoredHeader(String(node["name"])))
        reportAt({
          message: `OpenAPI ignores the parameter \`${String(node["name"])}\`, and so do \`diff\`, \`docs\` and the client: describe it by \`security\` or \`content\``,
          location: location.child(["name"]),
        });
      if (node["in"] !== "querystring") return;
      reportAt({
        message:
          "`querystring` is not known to all tools: the client of `generate` does not send it, and `mock` does not check it. See openapi/README.md#profiles",
        location: location.child(["in"]),
      });
    },
    PathItem: (node: unknown, context: UserContext) => {
      const { additionalOperations } = Object(node) as Node;
      const isEmpty =
        additionalOperations !== undefined &&
        Object.keys(nodeIn({ additionalOperations }, "additionalOperations"))
          .length === 0;
      if (!isEmpty) report(node, context, methods);
      for (const key of Object.keys(Object(node) as Node))
        if (/^x-.*-any-method$/.test(key))
          context.report({
            message: `\`${key}\` is read by no tool here: write an operation for each method`,
            location: context.location.child([key]).key(),
          });
    },
  };
}
