import type { UserContext } from "@redocly/openapi-core";
import { textIn, type Node } from "../model/node.ts";

/** Header in lower case → its name as it is written. */
type Headers = Map<string, string>;

/**
 * Reports a header parameter that an operation has twice, in other letter case: HTTP does not
 * distinguish the case of header names.
 */
export default function headerParametersUnique() {
  let headersOfPath: Headers = new Map();
  let headers: Headers = new Map();
  return {
    PathItem: {
      enter() {
        headersOfPath = new Map();
      },
      Parameter: (parameter: Node, context: UserContext) =>
        check(parameter, headersOfPath, context),
      Operation: {
        enter() {
          headers = new Map(headersOfPath);
        },
        Parameter: (parameter: Node, context: UserContext) =>
          check(parameter, headers, context),
      },
    },
  };
}

function check(parameter: Node, headers: Headers, context: UserContext): void {
  const name = textIn(parameter, "name");
  if (parameter["in"] !== "header" || name === undefined) return;
  const other = headers.get(name.toLowerCase()) ?? name;
  headers.set(name.toLowerCase(), name);
  if (other === name) return;
  context.report({
    message: `The parameters \`${other}\` and \`${name}\` are the same header`,
    location: context.rawLocation,
  });
}
