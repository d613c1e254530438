import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { accepts, type Constraints } from "../schema/constraints.ts";
import { canonical } from "../schema/fingerprint.ts";
import type { Item } from "./operations.ts";
import { parametersOf } from "./parameters.ts";
import { reportIn, type Both } from "./scope.ts";

/** Finds new paths that a path with a parameter answered: `/a/mine` beside `/a/{id}`. */
export function compareShadowedPaths(both: Both, before: Map<string, Item>, after: Map<string, Item>): void {
  for (const [path, { operations }] of after)
    for (const [old, item] of before.has(path) ? [] : before) {
      const values = valuesIn(path, old);
      for (const [method, operation] of values ? item.operations : []) {
        const next = operations.get(method);
        const parameters = parametersOf(both.base, [old, item.node, operation.node]);
        const isAnswered = values?.every((value, i) =>
          isValid(both, parameters.get(`path ${i}`)?.node["schema"], value),
        );
        const change = `\`${operation.name}\` answered \`${path}\`, which is a path of its own now.`;
        if (next && isAnswered)
          reportIn(both, operation.name)("diff/path-shadowed", change, operation.at, next.at);
      }
    }
}

/** The values that the parameters of a template have in a path; none when it is no path of that template, or the same. */
function valuesIn(path: string, template: string): string[] | undefined {
  const pattern = template.split(/\{[^}]*\}/).map((text) => text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&"));
  const [, ...values] = new RegExp(`^${pattern.join("([^/]+)")}$`).exec(path) ?? [];
  return values.some((value) => !isParameter(value)) ? values : undefined;
}

const isParameter = (value: string) => /^\{[^}]*\}$/.test(value);

function isValid({ schemas: { base } }: Both, schema: unknown, value: string): boolean {
  return (
    isParameter(value) ||
    base.alternatives(base.all([schema])).list.some(({ constraints }) => fits(constraints, value))
  );
}

/** Whether a text in a path stands for a value of a type. */
function fits(constraints: Constraints, text: string): boolean {
  const { type, values, rules } = constraints;
  if (type === "boolean") return text === "true" || text === "false";
  if (type !== "string" && type !== "number") return false;
  const value = type === "number" ? Number(text) : text;
  const isFormatted = (rules["format"] ?? []).every((format) => ajv.validate({ format }, value));
  return values
    ? values.has(canonical(value))
    : !Number.isNaN(value) && accepts(constraints, value) && isFormatted;
}

const ajv = formats.default(new Ajv2020({ strict: false, logger: false }));
