import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { conditionNames } from "../model/complete.ts";
import { isNode, namesIn, nodeIn, without, type Node } from "../model/node.ts";
import { marks } from "../model/marks.ts";
import type { UserContext } from "@redocly/openapi-core";
import { closest } from "../lint/closest.ts";

/** The names in these are those of the API, and may begin with `x-`. */
const ofNames = /Map$|^Named|Properties$/;

const ajv = new Ajv2020({ strictTypes: false, verbose: true });
formats.default(ajv);
const validators = new Map<string, ValidateFunction>(
  Object.entries(marks).map(([name, { value }]) => [name, ajv.compile(value)]),
);

/**
 * Each extension is one of model/marks.ts, has a value of its type, and stands where it has a meaning.
 * A condition of `x-defaults.responses` is one that operations can meet.
 * Design guide: openapi/README.md#decisions-and-marks, #what-is-filled-in
 */
export default function knownMarks() {
  let root: unknown;
  return {
    Root: (node: Node, context: UserContext) => {
      const names = conditionNames(node);
      const place = ["x-defaults", "responses"];
      for (const name of without(Object.keys(place.reduce(nodeIn, node)), names))
        context.report({
          message: `No operation has \`${name}\`: a condition is ${names.slice(0, 5).join(", ")}, or the name of a security scheme or a parameter of \`components\`. See openapi/README.md#what-is-filled-in`,
          suggest: closest(name, names),
          location: context.location.child([...place, name]).key(),
        });
    },
    any: (node: unknown, context: UserContext) => {
      root ??= node;
      const isWrongReference = node === root && context.type.name !== "Root";
      if (!isNode(node) || ofNames.test(context.type.name) || isWrongReference) return;
      const isWebhook = context.location.pointer.startsWith("#/webhooks/");
      const type = context.type.name === "Operation" && isWebhook ? "Webhook" : context.type.name;
      for (const [name, value] of Object.entries(node).filter(([key]) => key.startsWith("x-"))) {
        const report = (
          problem: string,
          suggest: string[],
          path: string[] = [],
          isKey = path.length === 0,
        ) => {
          const location = context.location.child([name, ...path]);
          context.report({
            message: `${problem}. See openapi/README.md#decisions-and-marks`,
            suggest,
            location: isKey ? location.key() : location,
          });
        };
        const { on = [type] } = marks[name] ?? {};
        const validate = validators.get(name);
        if (!validate) report(`There is no mark \`${name}\``, closest(name, Object.keys(marks)));
        else if (!on.includes(type)) report(`\`${name}\` means nothing here: it is for ${on.join(", ")}`, []);
        else if (!validate(value))
          for (const error of validate.errors?.slice(0, 1) ?? []) {
            const { path, says, suggest = [], isKey } = problemOf(error);
            report(`\`${[name, ...path].join(".")}\` ${says}`, suggest, path, isKey);
          }
      }
    },
  };
}

/** What is wrong with the value of a mark, and where in it. */
function problemOf({ instancePath, keyword, params, message = "", parentSchema }: ErrorObject) {
  const path = namesIn(instancePath);
  if (keyword !== "additionalProperties")
    return { path, says: keyword === "const" ? `must be ${String(params["allowedValue"])}` : message };
  const name = String(params["additionalProperty"]);
  const suggest = closest(name, Object.keys(Object(parentSchema?.["properties"])));
  return { path: [...path, name], says: "means nothing", suggest, isKey: true };
}
