import type { UserContext } from "@redocly/openapi-core";
import { isNode, listIn, textIn, type Node } from "../model/node.ts";
import { closest } from "./closest.ts";

/** Reports a `parent` of a tag that is no tag, and tags that are their own ancestors. */
export default function tagParents() {
  let parents = new Map<string, string | undefined>();
  return {
    Root(root: Node) {
      const tags = listIn(root, "tags").filter(isNode);
      parents = new Map(
        tags.map((tag) => [textIn(tag, "name") ?? "", textIn(tag, "parent")]),
      );
    },
    Tag(tag: Node, { report, location }: UserContext) {
      const parent = textIn(tag, "parent");
      if (parent === undefined) return;
      const at = location.child(["parent"]);
      if (!parents.has(parent)) {
        report({
          message: `There is no tag \`${parent}\``,
          suggest: closest(parent, [...parents.keys()]),
          location: at,
        });
        return;
      }
      const circle = circleFrom(textIn(tag, "name") ?? "", parents);
      if (circle)
        report({
          message: `The tag is its own ancestor: ${circle.join(" → ")}`,
          location: at,
        });
    },
  };
}

/** Returns the names from a tag over its ancestors back to itself, if they lead there. */
function circleFrom(
  name: string,
  parents: ReadonlyMap<string, string | undefined>,
): string[] | undefined {
  const names = [name];
  let next = parents.get(name);
  while (next !== undefined) {
    names.push(next);
    if (next === name) return names;
    // A circle of ancestors, to which this tag does not belong.
    if (names.length > parents.size) return undefined;
    next = parents.get(next);
  }
  return undefined;
}
