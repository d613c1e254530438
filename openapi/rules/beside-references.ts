import type { UserContext } from "@redocly/openapi-core";
import { isNode, type Node } from "../model/node.ts";

/**
 * Reports fields beside a `$ref` that tools ignore or read in different ways. Schemas of OpenAPI 3.1
 * may have keywords beside one.
 */
export default function besideReferences() {
  return {
    ref(node: Node, context: UserContext) {
      const { type, location, report, specVersion } = context;
      const is30 = specVersion === "oas3_0";
      // Other types are values and extensions, in which `$ref` is a name.
      const isKnown = Object.keys(type.properties).length > 0;
      if (!isKnown || (type.name === "Schema" && !is30)) return;
      const { node: target } = context.resolve(node);
      const advice =
        type.name === "Schema"
          ? "put the `$ref` into an `allOf`"
          : "write it where the `$ref` leads";
      for (const key of Object.keys(node)) {
        if (key === "$ref" || key.startsWith("x-")) continue;
        const place = location.child(key).key();
        if (type.name !== "PathItem" && !isDescriptive.test(key))
          report({
            message: `Tools ignore \`${key}\` beside a \`$ref\`: ${advice}`,
            location: place,
          });
        if (type.name === "PathItem" && isNode(target) && key in target)
          report({
            message: `\`${key}\` is also in the path to which the \`$ref\` leads: tools differ in which one they read`,
            location: place,
          });
      }
    },
  };
}

/** Fields that change nothing that is sent. */
const isDescriptive =
  /^(summary|description|title|examples?|externalDocs|deprecated)$/;
