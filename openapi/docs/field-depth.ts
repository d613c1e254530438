import type { Follow, Schema } from "../model/contract.ts";
import {
  branchesOf,
  flatten,
  innermost,
  membersOf,
  referencesOf,
} from "./schema-shape.ts";

/**
 * The maximum number of fields in a list, with the fields inside them. A page with more is slow to
 * open.
 */
const maxFields = 400;

/** The depths that are tried, the deepest first. */
const depths = [Infinity, 4, 3, 2, 1];

/**
 * Returns how deep a list shows the fields inside of its fields: as deep as it has no more than
 * `maxFields`. A depth is a number of references.
 */
export const depthOf = (schemas: Schema[], follow: Follow): number =>
  depths.find(
    (depth) =>
      countFields({ schemas, follow, depth, outer: [], limit: maxFields }) <=
      maxFields,
  ) ?? 0;

/** Counts fields with the fields inside them; it ends above a limit. */
function countFields({
  schemas,
  follow,
  depth,
  outer,
  limit,
}: {
  schemas: Schema[];
  follow: Follow;
  depth: number;
  outer: string[];
  limit: number;
}): number {
  let count = schemas.length;
  for (const schema of schemas) {
    if (count > limit) return count;
    const references = referencesOf(schema);
    const isShown =
      outer.length + references.length <= depth &&
      !references.some((each) => outer.includes(each));
    if (!isShown) continue;
    const inner = innermost(schema, follow);
    count += countFields({
      schemas: [
        ...membersOf(flatten(inner, follow)).map((member) => member.schema),
        ...branchesOf(inner, follow).schemas,
      ],
      follow,
      depth,
      outer: [...outer, ...references],
      limit: limit - count,
    });
  }
  return count;
}
