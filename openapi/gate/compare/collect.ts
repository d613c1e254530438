import type { Difference } from "./difference.ts";
import type { Place } from "./scope.ts";
import { opened, type Pair } from "./schemas.ts";

/** Makes a list of all differences of a place: its own, and those of each schema that it reaches. */
export function createCollection(places: Place[]): (place: Place) => Difference[] {
  const telling = pairsThatTell(places);
  return ({ differences, schemas }) => [
    ...differences,
    ...schemas.flatMap(({ pair, isXml }) =>
      reached([pair], (inner) => telling.has(inner)).flatMap((one) =>
        one.differences.filter(({ xml }) => isXml || !xml),
      ),
    ),
  ];
}

/** The pairs from which one with a difference is reached: there is no need to look into others again and again. */
function pairsThatTell(places: Place[]): Set<Pair> {
  const all = reached(
    places.flatMap(({ schemas }) => schemas.map(({ pair }) => pair)),
    () => true,
  );
  const outer = new Map(all.map((pair) => [pair, [] as Pair[]]));
  for (const pair of all) for (const inner of pair.inner) outer.get(inner)?.push(pair);
  const changed = all.filter(({ differences }) => differences.length > 0);
  const found = new Set(changed);
  for (const pair of found) for (const one of outer.get(pair) ?? []) found.add(one);
  return found;
}

function reached(from: Pair[], wanted: (pair: Pair) => boolean): Pair[] {
  const found = new Set(from.filter(wanted));
  for (const pair of found) for (const inner of opened(pair).inner) if (wanted(inner)) found.add(inner);
  return [...found];
}
