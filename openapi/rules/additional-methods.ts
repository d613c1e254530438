import type { UserContext } from "@redocly/openapi-core";
import { nodeIn, type Node } from "../model/node.ts";
import { methods } from "../model/operation-nodes.ts";

/** Reports a method in `additionalOperations` that has its own field of the path item, such as `post`. */
export default function additionalMethods() {
  return {
    PathItem(item: Node, { report, location }: UserContext) {
      const key = "additionalOperations";
      for (const name of Object.keys(nodeIn(item, key))) {
        const method = name.toLowerCase();
        if (!methods.some((each) => each === method)) continue;
        report({
          message: `\`${name}\` has the field \`${method}\` of the path`,
          location: location.child([key, name]).key(),
        });
      }
    },
  };
}
