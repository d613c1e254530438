import { isNode, listIn, nodeIn, operationNodesIn, type Node } from "../model/node.ts";
import type { Location, UserContext } from "@redocly/openapi-core";
import { closest } from "./closest.ts";

/**
 * Every operation says by itself which scheme it requires, and every scope that is required is listed in the security
 * scheme's `x-scopes`. An operation that requires none of them says that any key may call it.
 * Design guide: openapi/README.md#scopes
 */
export default function knownScopes() {
  return {
    Root: {
      leave: (root: Node, context: UserContext) => {
        const schemes = nodeIn(nodeIn(root, "components"), "securitySchemes");
        const reported = new Set<string>();
        for (const { path, method, operation } of operationNodesIn(root, "paths")) {
          const security = context.location.child(["paths", path, method, "security"]);
          const report = (problem: string, location: Location = security.key(), suggest: string[] = []) =>
            context.report({ message: `${problem}. See openapi/README.md#scopes`, location, suggest });
          const requirements = listIn(operation, "security").filter(isNode);
          const [[scheme, scopes] = [], ...others] = requirements.flatMap((each) => Object.entries(each));
          if (scheme === undefined || requirements.length > 1 || others.length > 0) {
            report(
              "The security of an operation is one requirement of one scheme, which the operation states itself",
            );
            continue;
          }
          const listed = nodeIn(schemes, scheme)["x-scopes"];
          const names = Object.keys(isNode(listed) ? listed : {});
          const required: unknown[] = Array.isArray(scopes) ? scopes : [];
          if (required.length > 0 && operation["x-any-key"] === true)
            report("Not any key may call an operation that requires a scope: remove one of both");
          if (required.length === 0 && isNode(listed) && operation["x-any-key"] !== true)
            report("The operation requires no scope: add the scope, or `x-any-key: true`");
          for (const [i, scope] of required.map(String).entries()) {
            if (!(scheme in schemes) || names.includes(scope) || reported.has(scope)) continue;
            reported.add(scope);
            report(
              `Scope \`${scope}\` is not in the x-scopes of \`${scheme}\`: ${names.join(", ")}`,
              security.child([0, scheme, i]),
              closest(scope, names),
            );
          }
        }
      },
    },
  };
}
