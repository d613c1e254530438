import { conditionNames } from "../model/complete.ts";
import { nodeIn, without, type Node } from "../model/node.ts";
import { closest, type Context } from "../redocly/redocly.ts";

/**
 * Each condition of `x-defaults.responses` is one that operations can meet.
 * Design guide: openapi/README.md#what-is-filled-in
 */
export default function knownConditions() {
  return {
    Root: (root: Node, context: Context) => {
      const names = conditionNames(root);
      const place = ["x-defaults", "responses"];
      const given = Object.keys(place.reduce(nodeIn, root));
      for (const name of without(given, names))
        context.report({
          message: `No operation has \`${name}\`: a condition is ${names.slice(0, 5).join(", ")}, or the name of a security scheme or a parameter of \`components\`. See openapi/README.md#what-is-filled-in`,
          suggest: closest(name, names),
          location: context.location.child([...place, name]).key(),
        });
    },
  };
}
