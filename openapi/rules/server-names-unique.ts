import type { UserContext } from "@redocly/openapi-core";
import { isNode, listIn, textIn, type Node } from "../model/node.ts";

/** Reports a `name` that two servers of one list have. */
export default function serverNamesUnique() {
  const check = (node: unknown, { report, location }: UserContext) => {
    const names = new Set<string>();
    const servers = listIn(isNode(node) ? node : undefined, "servers");
    for (const [index, server] of servers.entries()) {
      const name = isNode(server) ? textIn(server, "name") : undefined;
      if (name === undefined) continue;
      if (names.has(name))
        report({
          message: `Two servers have the name \`${name}\``,
          location: location.child(["servers", index, "name"]),
        });
      names.add(name);
    }
  };
  return {
    Root: (root: Node, context: UserContext) => check(root, context),
    PathItem: (item: unknown, context: UserContext) => check(item, context),
    Operation: (operation: unknown, context: UserContext) =>
      check(operation, context),
  };
}
