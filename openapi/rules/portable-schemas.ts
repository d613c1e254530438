import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * A schema means the same to every language and generator: its pattern, its numbers and its shape.
 * Design guide: openapi/README.md#patterns, #numbers, #shapes
 */
export default function portableSchemas() {
  return {
    Schema: (schema: Draft<Schema>, context: UserContext) => {
      const [shape, number] = [shapeProblem(schema), numberProblem(schema)];
      if (shape !== undefined)
        context.report({ message: `${shape}. See openapi/README.md#shapes` });
      if (number !== undefined)
        context.report({ message: `${number}. See openapi/README.md#numbers` });
      for (const [keyword, says] of textProblems(schema))
        context.report({
          message: `${says}. See openapi/README.md#patterns`,
          location: context.location.child([keyword]),
        });
    },
    ref: {
      enter: (node: object, { type, location, report }: UserContext) => {
        const beside = Object.keys(node).find(
          (name) => !besideReference.test(name),
        );
        if (type.name !== "Schema" || beside === undefined) return;
        report({
          message: `Tools do not read \`${beside}\` beside a $ref: write the schema out here. See openapi/README.md#shapes`,
          location: location.child([beside]),
        });
      },
    },
  };
}

const besideReference = /^(\$ref|description|x-.*)$/;

function shapeProblem({
  allOf,
  oneOf,
  anyOf,
  properties,
  type,
  discriminator,
  ...others
}: Draft<Schema>) {
  if (allOf && properties)
    return "Generators drop `properties` beside `allOf`: make them its second branch";
  if (oneOf && !discriminator?.mapping)
    return "A decoder has to guess between the branches of this `oneOf`: give it a `discriminator` with a `mapping`";
  if (anyOf && anyOf.filter((branch) => branch.type !== "null").length > 1)
    return "A decoder has to guess between the branches of this `anyOf`: write a `oneOf` with a `discriminator`";
  const types = [type ?? []].flat().filter((one) => one !== "null");
  if (types.length > 1)
    return "Few languages have one type for several: write no type, and put the types into `x-exact`";
  if ("unevaluatedProperties" in others)
    return "Generators do not know `unevaluatedProperties`";
  if (types[0] === "boolean" && "const" in others)
    return "Generators cannot write a boolean constant";
  return undefined;
}

const numberFormats: Record<string, RegExp> = {
  integer: /^int(32|64)$/,
  number: /^double$/,
};

function numberProblem({ type, format = "", minimum, maximum }: Draft<Schema>) {
  const name = [type ?? []].flat().find((one) => one in numberFormats) ?? "";
  const isBounded = minimum !== undefined && maximum !== undefined;
  if (name === "" || (numberFormats[name]?.test(format) && isBounded))
    return undefined;
  return "A number has a format (int32, int64, double) and bounds";
}

function* textProblems(
  schema: Draft<Schema>,
): Generator<[keyword: string, says: string]> {
  const { pattern, format = "", maxLength } = schema;
  const typed = `A value of the format \`${format}\` has a type of its own`;
  if (maxLength !== undefined && /^date/.test(format))
    yield ["maxLength", `${typed}, which has no length`];
  const part = pattern === undefined ? undefined : unportable(pattern);
  if (part !== undefined)
    yield [
      "pattern",
      `Not every language reads \`${part}\` in a pattern alike`,
    ];
  if (pattern !== undefined && format !== "")
    yield ["pattern", `${typed}, which no pattern fits`];
}

/** `\x00` to `\x7f`, line ends and tabs, and signs that mean themselves. Every engine reads these alike. */
const escapes = /^\\(?:x[0-7][0-9a-f]|[nrt]|[\\^$.*+?()[\]{}|/-])/i;

/** The first part of a pattern that ECMA-262 with and without `u`, RE2, Python, Java and Ruby read differently. */
function unportable(pattern: string): string | undefined {
  if (!isExpression(pattern)) return pattern;
  if (!pattern.startsWith("^")) return "no ^ at the start";
  if (!pattern.endsWith("$")) return "no $ at the end";
  for (let i = 0; i < pattern.length; i++) {
    const rest = pattern.slice(i);
    if (!/^[\x20-\x7e]/.test(rest)) return rest.slice(0, 1);
    if (/^\(\?(?!:)/.test(rest)) return rest.slice(0, 3);
    if (!rest.startsWith("\\")) continue;
    if (!escapes.test(rest)) return rest.slice(0, 2);
    i++;
  }
  return undefined;
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
