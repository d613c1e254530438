import type { UserContext } from "@redocly/openapi-core";
import { closest } from "./closest.ts";
import { eachText, nodeIn, operationNodesIn, textIn, without, type Node } from "../model/node.ts";

/** What an example is named after: `listContacts` of `listContacts.200.page`. */
const ownerOf = (name: string) => name.split(".")[0] ?? "";

/**
 * The examples of an operation are named after one that exists. Without it nobody shows them, and it shows none.
 * Design guide: openapi/README.md#examples
 */
export default function knownExamples() {
  return {
    Root: {
      leave: (root: Node, context: UserContext) => {
        const examples = nodeIn(nodeIn(root, "components"), "examples");
        const names = Object.keys(examples).filter((name) => /\.(request|[1-5]\d\d|default)\./.test(name));
        const used = new Set<string>();
        eachText(root, (text) => {
          const [, name] = /^#\/components\/examples\/(.+)$/.exec(text) ?? [];
          if (name !== undefined) used.add(ownerOf(name));
        });
        const operations = (["paths", "webhooks"] as const)
          .flatMap((section) => operationNodesIn(root, section))
          .flatMap(({ operation }) => textIn(operation, "operationId") ?? []);
        // An operation that was renamed has no examples now.
        const bare = without(operations, used);
        for (const owner of without(new Set(names.map(ownerOf)), [...used, ...operations])) {
          const first = names.find((name) => ownerOf(name) === owner) ?? "";
          context.report({
            message: `No operation has the operationId \`${owner}\`, after which these examples are named. See openapi/README.md#examples`,
            suggest: [...new Set([...closest(owner, bare), ...bare])],
            location: context.location.child(["components", "examples", first]),
          });
        }
      },
    },
  };
}
