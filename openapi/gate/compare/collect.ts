import type { Difference } from "./difference.ts";
import type { Place } from "./scope.ts";
import { reached, type Pair } from "./pair.ts";

/** Makes a list of all differences of a place: its own, and those of each schema that it reaches. */
export function createCollection(places: Place[]): (place: Place) => Difference[] {
  const changed = pairsWithDifferences(places);
  return ({ differences, schemas }) => [
    ...differences,
    ...schemas.flatMap(({ pair, isXml }) =>
      [...reached([pair], (inner) => changed.has(inner))].flatMap((one) =>
        one.differences.filter(({ xml }) => isXml || !xml),
      ),
    ),
  ];
}

/** The pairs from which one with a difference is reached: there is no need to look into others again and again. */
function pairsWithDifferences(places: Place[]): Set<Pair> {
  const all = [...reached(places.flatMap(({ schemas }) => schemas.map(({ pair }) => pair)))];
  const outer = new Map(all.map((pair) => [pair, [] as Pair[]]));
  for (const pair of all) for (const inner of pair.inner) outer.get(inner)?.push(pair);
  const found = new Set(all.filter(({ differences }) => differences.length > 0));
  for (const pair of found) for (const one of outer.get(pair) ?? []) found.add(one);
  return found;
}
