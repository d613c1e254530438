import type { Contract, Draft } from "../model/contract.ts";
import { errorIn } from "../model/errors.ts";
import { isNode } from "../model/node.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * Each error code that an example shows is listed in the schema of errors: code and clients know it from there.
 * Design guide: openapi/README.md#errors
 */
export default function knownErrors() {
  return {
    Root: ({ components }: Draft<Contract>, context: UserContext) => {
      const [name, schema] =
        Object.entries(components?.schemas ?? {}).find(
          ([, each]) => isNode(each) && "x-fields-of-codes" in each,
        ) ?? [];
      const listed = schema?.properties?.["code"]?.["x-extensible-enum"];
      if (name === undefined || !listed) return;
      const list = ["components", "schemas", name, "properties", "code", "x-extensible-enum"];
      for (const example of Object.values(components?.examples ?? {})) {
        const code = errorIn(example?.value)?.code;
        if (code === undefined || listed.includes(code)) continue;
        context.report({
          message: `The list of error codes in components/schemas/${name} does not have \`${code}\`. See openapi/README.md#errors`,
          location: context.location.child(list).key(),
        });
      }
    },
  };
}
