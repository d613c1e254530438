import type { UserContext } from "@redocly/openapi-core";
import { isNode, listIn, nodeIn } from "../model/node.ts";

/** Reports an element that is twice in a list of a schema whose elements are unique. */
export default function uniqueElements() {
  return {
    Schema(schema: unknown, { report, location }: UserContext) {
      if (!isNode(schema)) return;
      const dependents = Object.keys(nodeIn(schema, "dependentRequired"));
      const lists = [
        ["required"],
        ["type"],
        ...dependents.map((name) => ["dependentRequired", name]),
      ];
      for (const path of lists) {
        const [last = ""] = path.slice(-1);
        const holder =
          path.length === 1 ? schema : nodeIn(schema, "dependentRequired");
        const list = listIn(holder, last);
        const index = list.findIndex((each, i) => list.indexOf(each) < i);
        if (index < 0) continue;
        report({
          message: `\`${String(list[index])}\` is twice in the list`,
          location: location.child([...path, index]),
        });
      }
    },
  };
}
