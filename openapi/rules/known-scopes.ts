import type { Contract, Draft, Operation, SecurityRequirement } from "../model/contract.ts";
import type { Context, Location } from "../redocly/redocly.ts";

/**
 * Every operation says by itself which scheme it requires, and every scope that is required is listed in the security
 * scheme's `x-scopes`. An operation that requires none of them says that any key may call it.
 * Design guide: openapi/README.md#scopes
 */
export default function knownScopes() {
  /** Each scope where it is required first. */
  const required: { scheme: string; scope: string; location: Location }[] = [];
  /** The operations that require no scope, and do not say so. */
  const withoutScope: { scheme: string; location: Location }[] = [];
  return {
    SecurityRequirement: (node: SecurityRequirement, context: Context) => {
      for (const [scheme, scopes] of Object.entries(node)) {
        scopes.forEach((scope, i) => {
          if (required.some((one) => one.scheme === scheme && one.scope === scope)) return;
          required.push({ scheme, scope, location: context.location.child([scheme, i]) });
        });
      }
    },
    Paths: {
      Operation: ({ security = [], "x-any-key": anyKey }: Draft<Operation>, context: Context) => {
        const location = context.location.child(["security"]).key();
        const [[scheme, scopes] = [], ...others] = security.flatMap((each) => Object.entries(each));
        if (scheme === undefined || security.length > 1 || others.length > 0) {
          context.report({
            message:
              "The security of an operation is one requirement of one scheme, which the operation states itself. See openapi/README.md#scopes",
            location,
          });
        } else if (!anyKey && !scopes?.length) withoutScope.push({ scheme, location });
      },
    },
    Root: {
      leave: (root: Draft<Contract>, context: Context) => {
        const scopesOf = (scheme: string) => root.components?.securitySchemes?.[scheme]?.["x-scopes"];
        for (const { scheme, location } of withoutScope) {
          if (scopesOf(scheme) === undefined) continue;
          context.report({
            message:
              "The operation requires no scope: add the scope, or `x-any-key: true`. See openapi/README.md#scopes",
            location,
          });
        }
        for (const { scheme, scope, location } of required) {
          if (!root.components?.securitySchemes?.[scheme]) continue;
          const names = Object.keys(scopesOf(scheme) ?? {});
          if (!names.includes(scope)) {
            context.report({
              message: `Scope \`${scope}\` is not in the x-scopes of \`${scheme}\`: ${names.join(", ")}. See openapi/README.md#scopes`,
              location,
            });
          }
        }
      },
    },
  };
}
