import type { UserContext } from "@redocly/openapi-core";
import type { Contract, Draft } from "../model/contract.ts";
import { errorIn } from "../model/errors.ts";
import { isNode, without } from "../model/node.ts";
import { closest } from "./closest.ts";

/**
 * Each error code that an example shows is listed in the schema of errors, as code and clients know it from there; so is
 * each code with fields of its own, and the schema has these fields.
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
      const place = context.location.child(["components", "schemas", name]);
      const list = place.child(["properties", "code", "x-extensible-enum"]);
      for (const example of Object.values(components?.examples ?? {})) {
        const code = errorIn(example?.value)?.code;
        if (code === undefined || listed.includes(code)) continue;
        context.report({
          message: `The list of error codes in components/schemas/${name} does not have \`${code}\`. See openapi/README.md#errors`,
          location: list.key(),
        });
      }
      const known = Object.keys(schema.properties ?? {});
      for (const [code, own = []] of Object.entries(schema["x-fields-of-codes"] ?? {})) {
        const fields = own.map((field) => field.replace("?", ""));
        for (const unknown of [...without([code], listed), ...without(fields, known)])
          context.report({
            message: `components/schemas/${name} has no code or field \`${unknown}\`. See openapi/README.md#errors`,
            suggest: closest(unknown, [...listed, ...known]),
            location: place.child(["x-fields-of-codes", code]).key(),
          });
      }
    },
  };
}
