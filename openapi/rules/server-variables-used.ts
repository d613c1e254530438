import type { UserContext } from "@redocly/openapi-core";
import { nodeIn, textIn, type Node } from "../model/node.ts";
import { namesInTemplate } from "./template-names.ts";

/** Reports a variable of a server that its URL does not use. OpenAPI allows it. */
export default function serverVariablesUsed() {
  return {
    Server(server: Node, { report, location }: UserContext) {
      const used = namesInTemplate(textIn(server, "url") ?? "");
      for (const name of Object.keys(nodeIn(server, "variables"))) {
        if (used.includes(name)) continue;
        report({
          message: `The URL of the server does not use its variable \`${name}\``,
          location: location.child(["variables", name]).key(),
        });
      }
    },
  };
}
