import type { UserContext } from "@redocly/openapi-core";
import type { Node } from "../model/node.ts";

/** What is wrong in a contract, and where. */
export interface Problem {
  says: string;
  path: (string | number)[];
  /** Whether the key there is meant, and not its value. */
  isKey?: boolean;
  suggest?: string[];
}

/** The rule that reports what `find` finds in a complete contract, and where the design guide says more. */
export const rule = (more: string, find: (root: Node) => Problem[]) => () => ({
  Root: {
    leave: (root: Node, { location, report }: UserContext) => {
      for (const { says, path, isKey = false, suggest = [] } of find(root)) {
        const place = location.child(path);
        const message = `${says}. ${more}`;
        report({ message, suggest, location: isKey ? place.key() : place });
      }
    },
  },
});
