import type { UserContext } from "@redocly/openapi-core";
import { nodeIn, textIn, type Node } from "../model/node.ts";
import { closest } from "./closest.ts";
import { namesInTemplate } from "./template-names.ts";

/** Checks that a server defines the variables in its URL. */
export default function serverVariablesDefined() {
  return {
    Server(server: Node, { report, location }: UserContext) {
      const defined = Object.keys(nodeIn(server, "variables"));
      const used = namesInTemplate(textIn(server, "url") ?? "");
      for (const name of new Set(used)) {
        if (defined.includes(name)) continue;
        report({
          message: `\`variables\` does not define \`${name}\``,
          suggest: closest(name, defined),
          location: location.child(["url"]),
        });
      }
    },
  };
}
