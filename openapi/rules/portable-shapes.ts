import type { Draft, Schema } from "../model/contract.ts";
import type { UserContext } from "@redocly/openapi-core";

/**
 * A schema has a shape that generators for every language know.
 * Design guide: openapi/README.md#shapes
 */
export default function portableShapes() {
  return {
    Schema: (schema: Draft<Schema>, context: UserContext) => {
      const problem = problemOf(schema);
      if (problem !== undefined) context.report({ message: `${problem}. See openapi/README.md#shapes` });
    },
    ref: {
      enter: (node: object, context: UserContext) => {
        const { type, location } = context;
        if (type.name !== "Schema") return;
        const beside = Object.keys(node).find((name) => !besideReference.test(name));
        if (beside === undefined) return;
        context.report({
          message: `Tools do not read \`${beside}\` beside a $ref: write the schema out here. See openapi/README.md#shapes`,
          location: location.child([beside]),
        });
      },
    },
  };
}

const besideReference = /^(\$ref|description|x-.*)$/;

function problemOf({ allOf, oneOf, anyOf, properties, type, discriminator, ...others }: Draft<Schema>) {
  if (allOf && properties) return "Generators drop `properties` beside `allOf`: make them its second branch";
  if (oneOf && !discriminator?.mapping)
    return "A decoder has to guess between the branches of this `oneOf`: give it a `discriminator` with a `mapping`";
  if (anyOf && anyOf.filter((branch) => branch.type !== "null").length > 1)
    return "A decoder has to guess between the branches of this `anyOf`: write a `oneOf` with a `discriminator`";
  const types = [type ?? []].flat().filter((one) => one !== "null");
  if (types.length > 1)
    return "Few languages have one type for several: write no type, and put the types into `x-exact`";
  if ("unevaluatedProperties" in others) return "Generators do not know `unevaluatedProperties`";
  if (types[0] === "boolean" && "const" in others) return "Generators cannot write a boolean constant";
  return undefined;
}
