/**
 * A schema has a shape that generators for every language know.
 * Design guide: openapi/README.md#shapes
 */
export default function portableShapes() {
  return {
    Schema: (/** @type {Record<string, any>} */ schema, /** @type {any} */ context) => {
      const fault = faultOf(schema);
      if (fault !== undefined) context.report({ message: `${fault}. See openapi/README.md#shapes` });
    },
    ref: {
      enter: (/** @type {Record<string, any>} */ node, /** @type {any} */ context) => {
        const { type, location } = context;
        if (type.name !== "Schema") return;
        const beside = Object.keys(node).find((name) => !besideReference.test(name));
        if (beside === undefined) return;
        context.report({
          message: `Tools do not read \`${beside}\` beside a $ref. See openapi/README.md#shapes`,
          location: location.child([beside]),
        });
      },
    },
  };
}

const besideReference = /^(\$ref|description|x-.*)$/;

/** @param {Record<string, any>} schema */
function faultOf({ allOf, oneOf, anyOf, properties, type, discriminator, ...others }) {
  if (allOf && properties) return "Generators drop `properties` beside `allOf`: make them its second branch";
  if (oneOf && !discriminator?.mapping) return "A decoder has to guess between the branches of this `oneOf`";
  if (anyOf && anyOf.filter((/** @type {any} */ branch) => branch.type !== "null").length > 1)
    return "A decoder has to guess between the branches of this `anyOf`";
  const types = [type].flat().filter((one) => one !== undefined && one !== "null");
  if (types.length > 1) return "Few languages have one type for several";
  if ("unevaluatedProperties" in others) return "Generators do not know `unevaluatedProperties`";
  if (types[0] === "boolean" && "const" in others) return "Generators cannot write a boolean constant";
  return undefined;
}
