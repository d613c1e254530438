import type { Contract, Draft } from "../model/contract.ts";
import { errorIn } from "../model/errors.ts";
import type { Context } from "../redocly/redocly.ts";

/**
 * Each error code that an example shows is listed in the schema of errors: code and clients know it from there.
 * Design guide: openapi/README.md#errors
 */
export default function knownErrors() {
  return {
    Root: ({ components }: Draft<Contract>, context: Context) => {
      const listed = components?.schemas?.Error?.properties?.code?.["x-extensible-enum"];
      const list = ["components", "schemas", "Error", "properties", "code", "x-extensible-enum"];
      for (const example of Object.values(components?.examples ?? {})) {
        const code = errorIn(example?.value)?.code;
        if (code === undefined || !listed || listed.includes(code)) continue;
        context.report({
          message: `The list of error codes in components/schemas/Error does not have \`${code}\`. See openapi/README.md#errors`,
          location: context.location.child(list).key(),
        });
      }
    },
  };
}
