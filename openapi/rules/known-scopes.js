/**
 * Every scope that an operation asks for is listed in the security scheme's `x-scopes`.
 * Design guide: openapi/README.md#scopes
 */
export default function knownScopes() {
  /** @type {{ scheme: string, scope: string, location: unknown }[]} */
  const asked = [];
  return {
    SecurityRequirement: (/** @type {Record<string, string[]>} */ node, /** @type {any} */ context) => {
      for (const [scheme, scopes] of Object.entries(node)) {
        scopes.forEach((scope, i) =>
          asked.push({ scheme, scope, location: context.location.child([scheme, i]) }),
        );
      }
    },
    Root: {
      leave: (/** @type {any} */ node, /** @type {any} */ context) => {
        for (const { scheme, scope, location } of asked) {
          const known = Object.keys(node.components?.securitySchemes?.[scheme]?.["x-scopes"] ?? {});
          if (!known.includes(scope)) {
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
