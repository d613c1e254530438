import type { Context } from "../redocly.ts";

/**
 * No text begins with "TODO:", which the scaffold writes where only a person knows what to say. One that stands in several
 * places is reported once.
 * Design guide: openapi/README.md#marks
 */
export default function noMarks() {
  return {
    Root: (root: object, context: Context) => {
      const known = new Set<unknown>();
      const visit = (node: unknown, place: (string | number)[]): void => {
        if (known.has(node)) return;
        if (typeof node === "object" && node !== null) {
          known.add(node);
          for (const [name, child] of Object.entries(node)) visit(child, [...place, name]);
        } else if (typeof node === "string" && node.startsWith("TODO:")) {
          known.add(node);
          context.report({
            message: `Somebody still has to write this text: "${node}". See openapi/README.md#marks`,
            location: context.location.child(place),
          });
        }
      };
      visit(root, []);
    },
  };
}
