import type { Context } from "../redocly.ts";

/** The parts of a contract that the rule reads. */
interface Root {
  components?: {
    schemas?: { Error?: { properties?: { code?: { "x-extensible-enum"?: string[] } } } };
    examples?: Record<string, { value?: { error?: { code?: string } } }>;
  };
}

/**
 * Each error code that an example shows is listed in the schema of errors: code and clients know it from there.
 * Design guide: openapi/README.md#errors
 */
export default function knownErrors() {
  return {
    Root: ({ components = {} }: Root, context: Context) => {
      const listed = components.schemas?.Error?.properties?.code?.["x-extensible-enum"];
      for (const [name, { value }] of Object.entries(components.examples ?? {})) {
        const code = value?.error?.code;
        if (code === undefined || !listed || listed.includes(code)) continue;
        context.report({
          message: `The list of error codes in components/schemas/Error does not have \`${code}\`. See openapi/README.md#errors`,
          location: context.location.child(["components", "examples", name, "value", "error", "code"]),
        });
      }
    },
  };
}
