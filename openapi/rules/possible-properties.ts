import type { UserContext } from "@redocly/openapi-core";
import { isNode, listIn, nodeIn, type Node } from "../model/node.ts";

/** Reports a property that a part of an `allOf` lists, and another part refuses. */
export default function possibleProperties() {
  return {
    Schema(schema: unknown, context: UserContext) {
      if (!isNode(schema)) return;
      const { report, location, resolve } = context;
      const parts = listIn(schema, "allOf")
        .map((part) => (isNode(part) ? resolve(part).node : part))
        .filter(isNode);
      if (parts.length === 0) return;
      const all = [schema, ...parts];
      const listed = all.flatMap((part) =>
        Object.keys(nodeIn(part, "properties")),
      );
      const [refused] = listed.filter((name) =>
        all.some((part) => refuses(part, name)),
      );
      if (refused === undefined) return;
      report({
        message: `No value is possible for \`${refused}\`: another part of the \`allOf\` refuses it by \`additionalProperties: false\``,
        location: location.child(["allOf"]).key(),
      });
    },
  };
}

/** Returns true for a part that is closed, and does not list a name. */
const refuses = (part: Node, name: string): boolean =>
  part["additionalProperties"] === false &&
  !("patternProperties" in part) &&
  !Object.hasOwn(nodeIn(part, "properties"), name);
