import { NotComparable } from "../not-comparable.ts";
import type { Difference, Use } from "./difference.ts";
import { reached, type Pair } from "./pair.ts";
import type { Place } from "./scope.ts";

/** More places of changes than anybody reads. */
const mostUses = 5_000_000;

/** A place that has a schema. */
interface PlacedUse extends Use {
  place: Place;
}

/** Each difference with the places that it touches: those of its own, or those that reach its schemas. */
export function* differencesIn(places: Place[]): Generator<[Difference, Place[]]> {
  for (const place of places) for (const difference of place.differences) yield [difference, [place]];
  const uses = new Map<Pair, PlacedUse[]>();
  for (const place of places)
    for (const { pair, ...use } of place.schemas) {
      const known = uses.get(pair) ?? [];
      uses.set(pair, known);
      known.push({ place, ...use });
    }
  const all = [...reached(uses.keys())];
  const differing = new Map(
    all.filter(({ differences }) => differences.length > 0).map((pair) => [pair, new Array<PlacedUse>()]),
  );
  const leading = leadingTo(differing.keys(), all);
  let count = 0;
  for (const [outer, own] of uses)
    for (const pair of reached([outer], (one) => leading.has(one))) {
      const touched = differing.get(pair);
      if (touched && (count += own.length) > mostUses)
        throw new NotComparable(
          "More changes touch more operations than a list can hold. Compare fewer paths at once.",
        );
      for (const use of own) touched?.push(use);
    }
  for (const [{ differences }, touched] of differing)
    for (const difference of differences)
      yield [
        difference,
        touched.filter((use) => !difference.only || use[difference.only]).map(({ place }) => place),
      ];
}

/** These pairs, and all others from which one of them is reached. */
function leadingTo(pairs: Iterable<Pair>, all: Pair[]): Set<Pair> {
  const outer = new Map(all.map((pair) => [pair, new Array<Pair>()]));
  for (const pair of all) for (const inner of pair.inner) outer.get(inner)?.push(pair);
  const found = new Set(pairs);
  for (const pair of found) for (const next of outer.get(pair) ?? []) found.add(next);
  return found;
}
