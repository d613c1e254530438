import { reached } from "../graph.ts";
import { NotComparable } from "../not-comparable.ts";
import type { Difference, Use } from "./difference.ts";
import { innerOf, type Pair } from "./pair.ts";
import type { OperationPart } from "./scope.ts";

/** More places of changes than anybody reads. */
const mostUses = 5_000_000;

/** A place that has a schema. */
interface PartUse extends Use {
  operationPart: OperationPart;
}

/** Each difference with the places that it touches: those of its own, or those that reach its schemas. */
export function* differencesIn(operationParts: OperationPart[]): Generator<[Difference, OperationPart[]]> {
  for (const operationPart of operationParts)
    for (const difference of operationPart.differences) yield [difference, [operationPart]];
  const uses = new Map<Pair, PartUse[]>();
  for (const operationPart of operationParts)
    for (const { pair, ...use } of operationPart.schemas) append(uses, pair, { operationPart, ...use });
  const all = [...reached(uses.keys(), innerOf)];
  const differing = all.filter((pair) => pair.compared().differences.length > 0);
  const leading = leadingTo(differing, all);
  const touched = new Map<Pair, PartUse[]>(differing.map((pair) => [pair, []]));
  let count = 0;
  for (const [outer, own] of uses)
    for (const pair of leading.has(outer)
      ? reached([outer], (one) => innerOf(one).filter((inner) => leading.has(inner)))
      : [])
      for (const use of touched.has(pair) ? own : []) {
        if (++count > mostUses)
          throw new NotComparable(
            "More changes touch more operations than a list can hold. Compare fewer paths at once.",
          );
        touched.get(pair)?.push(use);
      }
  for (const [pair, list] of touched)
    for (const difference of pair.compared().differences) {
      const { only } = difference;
      yield [difference, list.filter((use) => !only || use[only]).map(({ operationPart }) => operationPart)];
    }
}

/** These pairs, and all others from which one of them is reached: the rest has no differences. */
function leadingTo(pairs: Pair[], all: Pair[]): Set<Pair> {
  const outer = new Map<Pair, Pair[]>();
  for (const pair of all) for (const inner of innerOf(pair)) append(outer, inner, pair);
  return new Set(reached(pairs, (pair) => outer.get(pair) ?? []));
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
