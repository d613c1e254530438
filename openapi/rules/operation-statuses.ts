import type { Draft, Operation, PathItem } from "../model/contract.ts";
import type { Context } from "../redocly/redocly.ts";

const always = ["400", "401", "408", "429", "431", "500", "503", "default"];
const withBody = ["413", "415", "422"];

/**
 * Every operation declares the statuses that the server can send whatever the operation does. The rule leaves out
 * webhooks, whose responses the receiver sends.
 * Design guide: openapi/README.md#statuses
 */
export default function operationStatuses() {
  return {
    Paths: {
      PathItem: {
        Operation: (
          operation: Draft<Operation>,
          context: Context,
          { PathItem: path }: { PathItem: Draft<PathItem> },
        ) => {
          const places = [...(path.parameters ?? []), ...(operation.parameters ?? [])].map(
            (parameter) => context.resolve(parameter).node?.in,
          );
          const expected = [
            ...always,
            ...(requiresScope(operation) ? ["403"] : []),
            ...(operation.requestBody ? withBody : []),
            // An id that nothing has is a 404, whatever it looks like.
            ...(places.includes("path") ? ["404"] : []),
            ...(!operation.requestBody && places.some((place) => place !== "path") ? ["422"] : []),
          ];
          const missing = expected.filter((status) => !operation.responses?.[status]);
          if (missing.length > 0) {
            context.report({
              message: `The operation does not declare ${missing.join(", ")}. See openapi/README.md#statuses`,
              location: context.location.child(["responses"]).key(),
            });
          }
        },
      },
    },
  };
}

/** A struct error of the contract may leave null in the place of the scopes. */
const requiresScope = ({ security = [] }: Draft<Operation>) =>
  security.some((requirement) => Object.values(requirement).some((scopes) => scopes?.length));
