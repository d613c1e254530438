import { NotComparable } from "../not-comparable.ts";
import type { Difference } from "./difference.ts";
import { reached, type Pair } from "./pair.ts";
import type { Place } from "./scope.ts";

/** More places of changes than anybody reads. */
const mostUses = 5_000_000;

/** Each difference with the places that it touches: those of its own, or those that reach its schemas. */
export function* differencesIn(places: Place[]): Generator<[Difference, Place[]]> {
  for (const place of places) for (const difference of place.differences) yield [difference, [place]];
  const uses = new Map<Pair, { place: Place; isXml: boolean }[]>();
  for (const place of places)
    for (const { pair, isXml } of place.schemas) {
      const known = uses.get(pair) ?? [];
      uses.set(pair, known);
      known.push({ place, isXml });
    }
  const all = [...reached(uses.keys())];
  const outer = new Map(all.map((pair) => [pair, [] as Pair[]]));
  for (const pair of all) for (const inner of pair.inner) outer.get(inner)?.push(pair);
  let count = 0;
  for (const pair of all) {
    if (pair.differences.length === 0) continue;
    const around = new Set([pair]);
    for (const one of around) for (const next of outer.get(one) ?? []) around.add(next);
    if ((count += around.size) > mostUses)
      throw new NotComparable(
        "More changes touch more operations than a list can hold. Compare fewer paths at once.",
      );
    const touched = [...around].flatMap((one) => uses.get(one) ?? []);
    for (const difference of pair.differences)
      yield [difference, touched.filter(({ isXml }) => isXml || !difference.xml).map(({ place }) => place)];
  }
}
