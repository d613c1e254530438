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

/** Makes the rule that reports what `find` finds in a contract, and where the design guide says more. */
export const rule = (more: string, find: (root: Node) => Problem[]) => () => ({
  Root: {
    leave: (root: Node, context: UserContext) =>
      reportAll(find(root), more, context),
  },
});

/** Reports problems of a contract, each at its place. */
export function reportAll(
  problems: Problem[],
  more: string,
  { location, report }: UserContext,
): void {
  for (const { says, path, isKey = false, suggest = [] } of problems) {
    const place = location.child(path);
    const message = `${says}. ${more}`;
    report({ message, suggest, location: isKey ? place.key() : place });
  }
}
