import type { UserContext } from "@redocly/openapi-core";
import { closest } from "./closest.ts";
import { isNode, listIn, operationNodesIn, textIn, textsIn, without, type Node } from "../model/node.ts";

/**
 * A tag of an operation is one of the contract's `tags`. One that is missing there is told once, where it stands first.
 * Design guide: openapi/README.md#names
 */
export default function knownTags() {
  return {
    Root: {
      leave: (root: Node, context: UserContext) => {
        const names = listIn(root, "tags").map((tag) => (isNode(tag) && textIn(tag, "name")) || "");
        const used = (["paths", "webhooks"] as const).flatMap((section) =>
          operationNodesIn(root, section).flatMap(({ path, method, operation }) =>
            textsIn(operation, "tags").map((tag, i) => ({ tag, place: [section, path, method, "tags", i] })),
          ),
        );
        const tags = new Set(used.map(({ tag }) => tag));
        for (const missing of without(tags, names))
          context.report({
            message: `There is no tag \`${missing}\` in the \`tags\` of the contract. See openapi/README.md#names`,
            // A tag that was renamed is now that of no operation.
            suggest: [...new Set([...closest(missing, names), ...without(names, tags)])],
            location: context.location.child(used.find(({ tag }) => tag === missing)?.place ?? []),
          });
      },
    },
  };
}
