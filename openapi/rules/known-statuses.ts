import type { UserContext } from "@redocly/openapi-core";
import type { Node } from "../model/node.ts";

/** A status, or a range of them. */
const status = /^[1-5](\d\d|XX)$/;
/** A key that `struct` takes for a status. It reports all others. */
const looksLikeStatus = /^\d[\dXx]{2}$/;

/** Checks that an operation has a response, and that each status of a response is one of HTTP. */
export default function knownStatuses() {
  return {
    Responses(responses: Node, { report, location }: UserContext) {
      const keys = Object.keys(responses).filter((key) => !/^x-/.test(key));
      if (keys.length === 0)
        report({
          message: "`responses` has at least one status, or `default`",
          location: location.key(),
        });
      for (const key of keys)
        if (looksLikeStatus.test(key) && !status.test(key))
          report({
            message: `\`${key}\` is no status: write one from 100 to 599, a range from 1XX to 5XX, or \`default\``,
            location: location.child([key]).key(),
          });
    },
  };
}
