import type { Context } from "../redocly.ts";

const always = ["400", "401", "403", "408", "429", "431", "500", "503", "default"];
const withBody = ["413", "415", "422"];

/**
 * Every operation declares the statuses that the server can send whatever the operation does. The rule leaves out
 * webhooks, whose responses the receiver sends.
 * Design guide: openapi/README.md#statuses
 */
export default function operationStatuses() {
  return {
    Paths: {
      Operation: (operation: Operation, context: Context) => {
        const expected = operation.requestBody ? [...always, ...withBody] : [...always];
        if (takesParameters(operation, context) && !operation.requestBody) expected.push("422");
        const missing = expected.filter((status) => !operation.responses?.[status]);
        if (missing.length > 0) {
          context.report({
            message: `The operation does not declare ${missing.join(", ")}. See openapi/README.md#statuses`,
            location: context.location.child(["responses"]).key(),
          });
        }
      },
    },
  };
}

interface Operation {
  parameters?: { in?: string }[];
  requestBody?: object;
  responses?: Record<string, object>;
}

/** Whether something besides the path can be wrong. An id that nothing has is a 404, whatever it looks like. */
function takesParameters(operation: Operation, context: Context) {
  return (operation.parameters ?? []).some((parameter) => context.resolve(parameter).node.in !== "path");
}
