/** @type {Record<string, string[]>} */
const ofStatus = {
  201: ["Location"],
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/**
 * Every answer has the headers of `x-shared` and those that its status asks for; so have the answers to requests
 * that reach no operation. Webhooks are not meant: there the receiver answers.
 * Design guide: openapi/README.md#headers
 */
export default function answerHeaders() {
  /** @type {string[]} */
  let common = [];
  let inWebhooks = false;
  return {
    Root: (/** @type {any} */ root) => {
      common = Object.keys(root["x-shared"]?.headers ?? {});
    },
    WebhooksMap: {
      enter: () => {
        inWebhooks = true;
      },
      leave: () => {
        inWebhooks = false;
      },
    },
    Responses: {
      Response: (/** @type {{ headers?: object }} */ response, /** @type {any} */ context) => {
        if (inWebhooks) return;
        const wanted = [...common, ...(ofStatus[context.key] ?? [])];
        const missing = wanted.filter((name) => !Object.hasOwn(response.headers ?? {}, name));
        if (missing.length > 0) {
          context.report({
            message: `The answer does not have ${missing.join(", ")}. See openapi/README.md#headers`,
            location: context.location.child(["headers"]).key(),
          });
        }
      },
    },
  };
}
