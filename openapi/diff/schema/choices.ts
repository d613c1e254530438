import { listIn } from "../../model/node.ts";
import type { Print } from "./facts.ts";
import type { Schema, Schemas } from "./schema.ts";

/** A schema for which branches were chosen, by the list that they were chosen from. */
export interface Chosen {
  schema: Schema;
  branches: Map<unknown[], unknown>;
  /** The lists from which nothing was chosen, each as a text. */
  opaque: string[];
}

/** Where schemas are combined in more ways than this, what is left of them is compared as one text. */
export const mostCombinations = 64;

/** A schema for each way to choose one branch of each of its `oneOf` and `anyOf`. */
export function chosenFrom(from: Schema, schemas: Schemas, print: Print): Chosen[] {
  const open: Chosen[] = [{ schema: from, branches: new Map(), opaque: [] }];
  const closed: Chosen[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    const { schema, branches } = next;
    if (schema.never) continue;
    const lists = listsIn(schema).filter((list) => !branches.has(list));
    const [list] = lists;
    if (!list) closed.push(next);
    else if (branches.size > 0 && open.length + closed.length + list.length > mostCombinations)
      closed.push({ ...next, opaque: lists.map(print).sort() });
    else
      for (const branch of list.toReversed())
        open.push({
          schema: schemas.all([...schema.parts, branch]),
          branches: new Map([...branches, [list, branch]]),
          opaque: [],
        });
  }
  return closed;
}

/** The lists of which one branch has to be chosen. A list of one is no choice. */
const listsIn = ({ parts }: Schema): unknown[][] =>
  parts.flatMap((part) => [listIn(part, "oneOf"), listIn(part, "anyOf")]).filter((list) => list.length > 1);
