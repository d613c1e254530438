import type { UserContext } from "@redocly/openapi-core";
import { isNode } from "../model/node.ts";

/** The keywords of a lower and an upper bound. */
interface Bounds {
  lower: string;
  upper: string;
  /** True when a value cannot equal both bounds. */
  isExclusive?: boolean;
}

const pairs: Bounds[] = [
  { lower: "minimum", upper: "maximum" },
  { lower: "minLength", upper: "maxLength" },
  { lower: "minItems", upper: "maxItems" },
  { lower: "minContains", upper: "maxContains" },
  { lower: "minProperties", upper: "maxProperties" },
  { lower: "exclusiveMinimum", upper: "maximum", isExclusive: true },
  { lower: "minimum", upper: "exclusiveMaximum", isExclusive: true },
  { lower: "exclusiveMinimum", upper: "exclusiveMaximum", isExclusive: true },
];

/** Reports bounds of a schema between which there is no value. */
export default function possibleBounds() {
  return {
    Schema(schema: unknown, { report, location }: UserContext) {
      if (!isNode(schema)) return;
      // In OpenAPI 3.0 an exclusive bound is a flag.
      const isOpen =
        schema["exclusiveMinimum"] === true ||
        schema["exclusiveMaximum"] === true;
      for (const { lower, upper, isExclusive = false } of pairs) {
        const from = schema[lower];
        const to = schema[upper];
        if (typeof from !== "number" || typeof to !== "number") continue;
        const excludes = isExclusive || (isOpen && lower === "minimum");
        if (from < to || (from === to && !excludes)) continue;
        report({
          message: `No value is possible: \`${lower}\` is ${from}, and \`${upper}\` is ${to}`,
          location: location.child([lower]),
        });
      }
    },
  };
}
