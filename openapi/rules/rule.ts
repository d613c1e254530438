import type { UserContext } from "@redocly/openapi-core";
import type { Node } from "../model/node.ts";

/** A problem of a contract. */
export interface Problem {
  message: string;
  /** The names and indexes that lead to the problem. */
  path: (string | number)[];
  /** True when the key at the path is wrong, and not the value. */
  isKey?: boolean;
  /** Names that the author may have meant. */
  suggest?: string[];
}

/**
 * Creates a rule for the complete contract.
 * @param guide the sentence that names the section of the design guide
 * @param find returns the problems of a contract
 */
export const rule = (guide: string, find: (root: Node) => Problem[]) => () => ({
  Root: {
    leave: (root: Node, context: UserContext) =>
      reportAll(find(root), guide, context),
  },
});

/** Reports problems to Redocly. */
export function reportAll(
  problems: Problem[],
  guide: string,
  { location, report }: UserContext,
): void {
  for (const { message, path, isKey = false, suggest = [] } of problems) {
    const place = location.child(path);
    report({
      message: `${message}. ${guide}`,
      suggest,
      location: isKey ? place.key() : place,
    });
  }
}
