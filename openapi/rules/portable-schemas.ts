import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * Checks that the pattern, the numbers and the shape of a schema mean the same in every language
 * and generator. Design guide: openapi/README.md#patterns, #numbers, #shapes
 */
export default function portableSchemas() {
  return {
    Schema: (schema: Draft<Schema>, context: UserContext) => {
      const shape = shapeProblem(schema);
      const number = numberProblem(schema);
      if (shape !== undefined)
        context.report({ message: `${shape}. See openapi/README.md#shapes` });
      if (number !== undefined)
        context.report({ message: `${number}. See openapi/README.md#numbers` });
      for (const { keyword, message } of textProblems(schema))
        context.report({
          message: `${message}. See openapi/README.md#patterns`,
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

/** Names that tools read beside a reference, or need not read. */
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
  const types = [type ?? []].flat().filter((each) => each !== "null");
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
  const name = [type ?? []].flat().find((each) => each in numberFormats) ?? "";
  const isBounded = minimum !== undefined && maximum !== undefined;
  if (name === "" || (numberFormats[name]?.test(format) && isBounded))
    return undefined;
  return "A number has a format (int32, int64, double) and bounds";
}

interface TextProblem {
  keyword: string;
  message: string;
}

function textProblems(schema: Draft<Schema>): TextProblem[] {
  const { pattern, format = "", maxLength } = schema;
  const problems: TextProblem[] = [];
  const typed = `A value of the format \`${format}\` has a type of its own`;
  if (maxLength !== undefined && /^date/.test(format)) {
    const message = `${typed}, which has no length`;
    problems.push({ keyword: "maxLength", message });
  }
  if (pattern === undefined) return problems;
  const part = unportablePart(pattern);
  if (part !== undefined) {
    const message = `Languages read this pattern differently. Cause: \`${part}\``;
    problems.push({ keyword: "pattern", message });
  }
  if (format !== "") {
    const message = `${typed}, which no pattern fits`;
    problems.push({ keyword: "pattern", message });
  }
  return problems;
}

/**
 * Escapes that every engine reads alike: `\x00` to `\x7f`, line ends and tabs, and literal signs.
 */
const escapes = /^\\(?:x[0-7][0-9a-f]|[nrt]|[\\^$.*+?()[\]{}|/-])/i;

/**
 * Returns the first part of a pattern that engines read differently, or undefined. The engines are
 * ECMA-262 with and without `u`, RE2, Python, Java and Ruby.
 */
function unportablePart(pattern: string): string | undefined {
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
