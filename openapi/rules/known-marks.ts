import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { isNode, namesIn } from "../model/node.ts";
import { marks } from "../model/marks.ts";
import { closest, type Context } from "../redocly/redocly.ts";

/** The names in these are those of the API, and may begin with `x-`. */
const ofNames = /Map$|^Named|Properties$/;

const ajv = new Ajv2020({ strictTypes: false });
const validators = new Map<string, ValidateFunction>(
  Object.entries(marks).map(([name, { value }]) => [name, ajv.compile(value)]),
);

/**
 * Each extension is one of model/marks.ts, has a value of its type, and stands where it has a meaning.
 * Design guide: openapi/README.md#decisions-and-marks
 */
export default function knownMarks() {
  let root: unknown;
  return {
    any: (node: unknown, context: Context) => {
      root ??= node;
      const isWrongReference = node === root && context.type.name !== "Root";
      if (!isNode(node) || ofNames.test(context.type.name) || isWrongReference) return;
      for (const [name, value] of Object.entries(node).filter(([key]) => key.startsWith("x-"))) {
        const report = (problem: string, path: string[] = [], suggest: string[] = []) =>
          context.report({
            message: `${problem}. See openapi/README.md#decisions-and-marks`,
            suggest,
            location:
              path.length > 0
                ? context.location.child([name, ...path])
                : context.location.child([name]).key(),
          });
        const { on = [context.type.name] } = marks[name] ?? {};
        const validate = validators.get(name);
        if (!validate) report(`There is no mark \`${name}\``, [], closest(name, Object.keys(marks)));
        else if (!on.includes(context.type.name))
          report(`\`${name}\` means nothing here: it is for ${on.join(", ")}`);
        else if (!validate(value))
          for (const { instancePath, message, keyword, params } of validate.errors?.slice(0, 1) ?? []) {
            const path = namesIn(instancePath);
            const expected = keyword === "const" ? `must be ${String(params["allowedValue"])}` : message;
            report(`\`${[name, ...path].join(".")}\` ${expected}`, path);
          }
      }
    },
  };
}
