import type { UserContext } from "@redocly/openapi-core";
import type { Node } from "../model/node.ts";
import { closest } from "./closest.ts";

/** Reports unknown fields beside the `$ref` of a path, which no other rule reads. */
export default function pathItemFields() {
  return {
    ref(node: Node, { type, location, report }: UserContext) {
      if (type.name !== "PathItem") return;
      const known = Object.keys(type.properties);
      for (const key of Object.keys(node))
        if (!known.includes(key) && !/^(\$ref|x-.*)$/.test(key))
          report({
            message: `Property \`${key}\` is not expected here`,
            suggest: closest(key, known),
            location: location.child(key).key(),
          });
    },
  };
}
