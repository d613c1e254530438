import type { UserContext } from "@redocly/openapi-core";
import { listIn, type Node } from "../model/node.ts";

/** Checks that the default of a server variable is in its enum. */
export default function serverDefaults() {
  return {
    ServerVariable(variable: Node, { report, location, key }: UserContext) {
      if (!Array.isArray(variable["enum"])) return;
      const values = listIn(variable, "enum");
      if (values.length === 0)
        report({
          message: `The enum of the server variable \`${key}\` is empty`,
          location: location.child(["enum"]),
        });
      else if (!values.includes(variable["default"]))
        report({
          message: `The default of the server variable \`${key}\` is not in its enum`,
          location: location.child(["default"]),
        });
    },
  };
}
