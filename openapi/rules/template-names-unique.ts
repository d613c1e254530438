import type { UserContext } from "@redocly/openapi-core";
import { textIn, type Node } from "../model/node.ts";
import { namesInTemplate } from "./template-names.ts";

/** Reports a name that is twice in the template of a path or of a server's URL. */
export default function templateNamesUnique() {
  return {
    Paths(paths: Node, { report, location }: UserContext) {
      for (const path of Object.keys(paths))
        for (const name of repeatedNames(path))
          report({
            message: `The path has \`{${name}}\` twice, which one parameter cannot fill`,
            location: location.child([path]).key(),
          });
    },
    Server(server: Node, { report, location }: UserContext) {
      for (const name of repeatedNames(textIn(server, "url") ?? ""))
        report({
          message: `The URL of the server has \`{${name}}\` twice`,
          location: location.child(["url"]),
        });
    },
  };
}

/** Returns the names that a template has more than once. */
function repeatedNames(template: string): Set<string> {
  const names = namesInTemplate(template);
  return new Set(names.filter((name, i) => names.indexOf(name) < i));
}
