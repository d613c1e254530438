import type { UserContext } from "@redocly/openapi-core";
import { isNode } from "../model/node.ts";

/** Keyword of an older JSON Schema, or of OpenAPI 3.0 → what OpenAPI 3.1 has in its place. */
const successors: Record<string, string> = {
  $recursiveAnchor: "`$dynamicAnchor`",
  $recursiveRef: "`$dynamicRef`",
  additionalItems: "`items` beside `prefixItems`",
  definitions: "`$defs`",
  dependencies: "`dependentRequired` or `dependentSchemas`",
  disallow: "`not`",
  divisibleBy: "`multipleOf`",
  extends: "`allOf`",
  id: "`$id`",
  nullable: 'the type `null`, e.g. `type: [string, "null"]`',
};

/**
 * Reports keywords of older versions of JSON Schema, which have no meaning any more but in some
 * tools. In OpenAPI 3.0 it reports a list of schemas in `items`.
 */
export default function olderKeywords() {
  return {
    Schema(schema: unknown, { location, report, specVersion }: UserContext) {
      if (!isNode(schema)) return;
      if (specVersion === "oas3_0") {
        if (Array.isArray(schema["items"]))
          report({
            message:
              "`items` is one schema in OpenAPI 3.0, which cannot describe the places of a list: use `oneOf` in it, or OpenAPI 3.1 with `prefixItems`",
            location: location.child(["items"]).key(),
          });
        return;
      }
      for (const [keyword, successor] of Object.entries(successors))
        if (keyword in schema)
          report({
            message: `\`${keyword}\` has no meaning in OpenAPI 3.1, and tools differ: use ${successor}`,
            location: location.child([keyword]).key(),
          });
    },
  };
}
