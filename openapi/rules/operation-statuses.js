const always = ["401", "403", "422", "429", "500", "503"];
const withBody = ["400", "413", "415"];

/**
 * Every operation declares the statuses that the server can answer whatever the operation does. Webhooks are
 * not meant: there the receiver answers.
 * Design guide: openapi/README.md#statuses
 */
export default function operationStatuses() {
  return {
    Paths: {
      Operation: (/** @type {any} */ operation, /** @type {any} */ context) => {
        const expected = operation.requestBody ? [...always, ...withBody] : always;
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
