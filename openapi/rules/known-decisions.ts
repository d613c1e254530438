import { prose } from "../model/fill-texts.ts";
import { isNode } from "../model/node.ts";
import type { Context } from "../redocly/redocly.ts";

/**
 * Each decision that the contract names has a heading in openapi/decisions.md.
 * Design guide: openapi/README.md#decisions-and-marks
 */
export default function knownDecisions() {
  const decisions = new Set([...prose("decisions.md").matchAll(/^## (D-\d+) /gm)].map(([, id]) => id));
  return {
    any: (node: unknown, context: Context) => {
      const marks = isNode(node) ? node["x-decision"] : undefined;
      if (marks === undefined) return;
      const unknown = [marks].flat().filter((id) => !decisions.has(String(id)));
      if (unknown.length === 0) return;
      context.report({
        message: `${unknown.join(", ")}: openapi/decisions.md has no such heading. See openapi/README.md#decisions-and-marks`,
        location: context.location.child(["x-decision"]),
      });
    },
  };
}
