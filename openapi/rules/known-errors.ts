import type { UserContext } from "@redocly/openapi-core";
import type { Contract, Draft } from "../model/contract.ts";
import { errorIn } from "../model/errors.ts";
import { without } from "../model/collections.ts";
import { isNode, type Node } from "../model/node.ts";
import { closest } from "./closest.ts";
import { reportAll, type Problem } from "./rule.ts";

/**
 * Checks that the examples and the schema of errors have the same error codes, and that the schema
 * has the further fields of its codes. Design guide: openapi/README.md#errors
 */
export default function knownErrors() {
  const codes = new Set<string>();
  return {
    // Redocly also visits the examples in other files.
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

/**
 * Reports error codes that the list of codes lacks, listed codes that no example shows, and unknown
 * names in `x-fields-of-codes`.
 */
function unknownErrors(root: Draft<Contract>, codes: Set<string>): Problem[] {
  const schemas = Object.entries(root.components?.schemas ?? {});
  const [name, schema] =
    schemas.find(([, each]) => isNode(each) && "x-fields-of-codes" in each) ??
    [];
  const listed = schema?.properties?.["code"]?.["x-extensible-enum"];
  if (name === undefined || !listed) return [];
  const place = ["components", "schemas", name];
  const list = [...place, "properties", "code", "x-extensible-enum"];
  const problems: Problem[] = [];
  for (const code of without(codes, listed))
    problems.push({
      message: `The list of error codes in components/schemas/${name} does not have \`${code}\``,
      path: list,
      isKey: true,
    });
  for (const code of without(listed, codes))
    problems.push({
      message: `No example shows the error code \`${code}\`, so nobody knows its status and its message`,
      path: [...list, listed.indexOf(code)],
      suggest: closest(code, without(codes, listed)),
    });
  const fields = Object.keys(schema.properties ?? {});
  const fieldsOfCodes = Object.entries(schema["x-fields-of-codes"] ?? {});
  for (const [code, ownFields = []] of fieldsOfCodes) {
    const names = ownFields.map((field) => field.replace("?", ""));
    const unknown = [...without([code], listed), ...without(names, fields)];
    for (const each of unknown)
      problems.push({
        message: `components/schemas/${name} has no code or field \`${each}\``,
        path: [...place, "x-fields-of-codes", code],
        isKey: true,
        suggest: closest(each, [...listed, ...fields]),
      });
  }
  return problems;
}
