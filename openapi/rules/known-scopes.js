/**
 * Every operation asks for a scope, and every scope that is asked for is listed in the security scheme's
 * `x-scopes`.
 * Design guide: openapi/README.md#scopes
 */
export default function knownScopes() {
  /** @type {{ scheme: string, scope: string, location: unknown }[]} */
  const asked = [];
  return {
    SecurityRequirement: (/** @type {Requirement} */ node, /** @type {any} */ context) => {
      for (const [scheme, scopes] of Object.entries(node)) {
        scopes.forEach((scope, i) =>
          asked.push({ scheme, scope, location: context.location.child([scheme, i]) }),
        );
      }
    },
    Paths: {
      Operation: (/** @type {{ security?: Requirement[] }} */ operation, /** @type {any} */ context) => {
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
      leave: (/** @type {any} */ node, /** @type {any} */ context) => {
        for (const { scheme, scope, location } of asked) {
          const listed = node.components?.securitySchemes?.[scheme];
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

/** @typedef {Record<string, string[]>} Requirement scheme → scopes */

/** @type {(requirement: Requirement) => boolean} */
const asksForNothing = (requirement) => !Object.values(requirement).some((scopes) => scopes?.length > 0);
