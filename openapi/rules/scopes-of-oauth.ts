import type { UserContext } from "@redocly/openapi-core";
import { listIn, nodeIn, textIn, type Node } from "../model/node.ts";

/** Reports scopes of a security scheme that has none, which OpenAPI 3.0 forbids. */
export default function scopesOfOauth() {
  let schemes: Node = {};
  return {
    Root(root: Node) {
      schemes = nodeIn(nodeIn(root, "components"), "securitySchemes");
    },
    SecurityRequirement(requirement: Node, { report, location }: UserContext) {
      for (const name of Object.keys(requirement)) {
        const type = textIn(nodeIn(schemes, name), "type");
        const mayHaveScopes =
          type === undefined || /^(oauth2|openIdConnect)$/.test(type);
        if (mayHaveScopes || listIn(requirement, name).length === 0) continue;
        report({
          message: `The scheme \`${name}\` has no scopes in OpenAPI 3.0`,
          location: location.child([name]),
        });
      }
    },
  };
}
