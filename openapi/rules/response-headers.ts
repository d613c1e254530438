import type { Contract, Draft, Response } from "../model/contract.ts";
import type { Context } from "../redocly/redocly.ts";

const ofStatus: Record<string, string[]> = {
  201: ["Location"],
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/**
 * Every response has the headers of `x-shared` and those that its status requires; so have the responses to requests
 * that reach no operation. The rule leaves out webhooks, whose responses the receiver sends.
 * Design guide: openapi/README.md#headers
 */
export default function responseHeaders() {
  let common: string[] = [];
  let inWebhooks = false;
  return {
    Root: (root: Draft<Contract>) => {
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
      Response: (response: Draft<Response>, context: Context) => {
        if (inWebhooks) return;
        const wanted = [...common, ...(ofStatus[context.key] ?? [])];
        const missing = wanted.filter((name) => !Object.hasOwn(response.headers ?? {}, name));
        if (missing.length > 0) {
          context.report({
            message: `The response does not have ${missing.join(", ")}. See openapi/README.md#headers`,
            location: context.location.child(["headers"]).key(),
          });
        }
      },
    },
  };
}
