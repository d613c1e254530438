import type { Context, Location } from "../redocly.ts";

/** Scheme → scopes. */
type Requirement = Record<string, string[]>;

/** The parts of a contract that the rule reads. */
interface Root {
  components?: { securitySchemes?: Record<string, { "x-scopes"?: Record<string, string> }> };
}

/**
 * Every operation asks for a scope, and every scope that is asked for is listed in the security scheme's
 * `x-scopes`.
 * Design guide: openapi/README.md#scopes
 */
export default function knownScopes() {
  /** Each scope where it is asked for first. */
  const asked: { scheme: string; scope: string; location: Location }[] = [];
  return {
    SecurityRequirement: (node: Requirement, context: Context) => {
      for (const [scheme, scopes] of Object.entries(node)) {
        scopes.forEach((scope, i) => {
          if (asked.some((one) => one.scheme === scheme && one.scope === scope)) return;
          asked.push({ scheme, scope, location: context.location.child([scheme, i]) });
        });
      }
    },
    Paths: {
      Operation: (operation: { security?: Requirement[] }, context: Context) => {
        const requirements = operation.security ?? [];
        if (requirements.length === 0 || requirements.some(asksForNothing)) {
          context.report({
            message: "The operation can be called without a scope. See openapi/README.md#scopes",
            location: context.location.child(["security"]).key(),
          });
        }
      },
    },
    Root: {
      leave: (root: Root, context: Context) => {
        for (const { scheme, scope, location } of asked) {
          const listed = root.components?.securitySchemes?.[scheme];
          const known = Object.keys(listed?.["x-scopes"] ?? {});
          if (listed && !known.includes(scope)) {
            context.report({
              message: `Scope \`${scope}\` is not in the x-scopes of \`${scheme}\`: ${known.join(", ")}. See openapi/README.md#scopes`,
              location,
            });
          }
        }
      },
    },
  };
}

const asksForNothing = (requirement: Requirement) =>
  !Object.values(requirement).some((scopes) => scopes?.length > 0);
