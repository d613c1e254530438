import type { Reference } from "../model/contract.ts";
import { childOf, isNode, namesIn, pointerTo } from "../model/node.ts";
import { closest, type Context, type Location } from "../redocly/redocly.ts";

/**
 * A reference leads to something. The message says what is missing, which Redocly's `no-unresolved-refs` does not.
 * Design guide: openapi/README.md#references
 */
export default function knownReferences() {
  let root: unknown;
  const found = new Set<string>();
  const check = ($ref: string, context: Context, location: Location) => {
    if (found.has($ref)) return;
    if (!$ref.startsWith("#/"))
      return context.report({
        message: `\`${$ref}\` is no part of this file, such as \`#/components/schemas/Name\`. See openapi/README.md#references`,
        location,
      });
    const missing = missingIn(root, $ref);
    if (!missing) return void found.add($ref);
    const { parent, name, rest, names } = missing;
    context.report({
      message: `\`${$ref}\` leads nowhere: ${parent} has no \`${name}\`. See openapi/README.md#references`,
      suggest: closest(name, names).map((each) => [each, ...rest].reduce(pointerTo, parent)),
      location,
    });
  };
  return {
    Root: (node: unknown) => {
      root = node;
    },
    ref: {
      leave: ({ $ref }: Reference, context: Context) =>
        check($ref, context, context.location.child(["$ref"])),
    },
    DiscriminatorMapping: (mapping: Record<string, string>, context: Context) => {
      for (const [value, $ref] of Object.entries(mapping))
        check($ref, context, context.location.child([value]));
    },
  };
}

/** Where a pointer into this document leaves it, and the names that are there. */
function missingIn(root: unknown, $ref: string) {
  let node = root;
  let parent = "#";
  const path = namesIn($ref);
  for (const [depth, name] of path.entries()) {
    const names = isNode(node) ? Object.keys(node) : [];
    const child = childOf(node, name);
    if (child === undefined) return { parent, name, names, rest: path.slice(depth + 1) };
    node = child;
    parent = pointerTo(parent, name);
  }
  return undefined;
}
