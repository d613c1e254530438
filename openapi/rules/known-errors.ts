import type { UserContext } from "@redocly/openapi-core";
import type { Contract, Draft } from "../model/contract.ts";
import { errorIn } from "../model/errors.ts";
import { isNode, without, type Node } from "../model/node.ts";
import { closest } from "./known-names.ts";
import { reportAll, type Problem } from "./rule.ts";

/**
 * Each error code that an example shows is listed in the schema of errors, from which code and clients know it, and each
 * listed code has an example; so has each code with fields of its own, and the schema has these fields.
 * Design guide: openapi/README.md#errors
 */
export default function knownErrors() {
  const codes = new Set<string>();
  return {
    // Most examples are in other files, which Redocly reads.
    Example: (example: Node) => {
      const code = errorIn(example["value"])?.code;
      if (code !== undefined) codes.add(code);
    },
    Root: {
      leave: (root: Draft<Contract>, context: UserContext) =>
        reportAll(
          unknownErrors(root, codes),
          "See openapi/README.md#errors",
          context,
        ),
    },
  };
}

function unknownErrors(root: Draft<Contract>, codes: Set<string>): Problem[] {
  const schemas = Object.entries(root.components?.schemas ?? {});
  const [name, schema] =
    schemas.find(([, each]) => isNode(each) && "x-fields-of-codes" in each) ??
    [];
  const listed = schema?.properties?.["code"]?.["x-extensible-enum"];
  if (name === undefined || !listed) return [];
  const place = ["components", "schemas", name];
  const list = [...place, "properties", "code", "x-extensible-enum"];
  const fields = Object.keys(schema.properties ?? {});
  return [
    ...without(codes, listed).map((code) => ({
      says: `The list of error codes in components/schemas/${name} does not have \`${code}\``,
      path: list,
      isKey: true,
    })),
    ...without(listed, codes).map((code) => ({
      says: `No example shows the error code \`${code}\`, so nobody knows its status and its message`,
      path: [...list, listed.indexOf(code)],
      suggest: closest(code, without(codes, listed)),
    })),
    ...Object.entries(schema["x-fields-of-codes"] ?? {}).flatMap(
      ([code, own = []]) => {
        const fieldNames = own.map((field) => field.replace("?", ""));
        return [...without([code], listed), ...without(fieldNames, fields)].map(
          (unknown) => ({
            says: `components/schemas/${name} has no code or field \`${unknown}\``,
            path: [...place, "x-fields-of-codes", code],
            isKey: true,
            suggest: closest(unknown, [...listed, ...fields]),
          }),
        );
      },
    ),
  ];
}
