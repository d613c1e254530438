import fc from "fast-check";
import { expect, test } from "vitest";
import { breaksBetween } from "../measure.ts";
import { bases } from "./bases.ts";
import { additions, breaks, type Change } from "./changes.ts";
import { shuffled, type Choose, type Json } from "./document.ts";
import { refactors } from "./refactors.ts";

const seed = Number(process.env["SEED"] ?? Date.now() % 2 ** 31);
console.log(`SEED=${seed} repeats these pairs`);

/** One number decides all choices in a pair, so that fast-check can tell the pair again. */
function chooserOf(seedOfPair: number): { next: () => number; choose: Choose } {
  let state = seedOfPair >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, choose: (list) => list[Math.floor(next() * list.length)] };
}

const pair = fc.record({
  base: fc.constantFrom(...Object.keys(bases)),
  seed: fc.nat(),
  refactors: fc.array(fc.constantFrom(...Object.keys(refactors)), { maxLength: 8 }),
});

function compare(
  { base, seed: ofPair, refactors: names }: typeof pair extends fc.Arbitrary<infer P> ? P : never,
  change?: Change,
) {
  const { next, choose } = chooserOf(ofPair);
  const before = structuredClone(bases[base] ?? {});
  const after = structuredClone(before);
  fc.pre(change === undefined || change(after, choose));
  for (const name of names) refactors[name]?.(after, choose);
  const text = (document: Json) => JSON.stringify(shuffled(document, next), null, 1);
  return breaksBetween(text(before), text(after)).map(
    ({ rule, change: told, at }) => `${rule}: ${told} (${at})`,
  );
}

const runs = { numRuns: 150, seed, endOnFailure: true };

test("refactors are no breaks", () => {
  fc.assert(
    fc.property(pair, (one) => {
      expect(compare(one)).toEqual([]);
    }),
    runs,
  );
}, 120_000);

test.each(Object.keys(breaks))(
  "a break under refactors is found: %s",
  (name) => {
    fc.assert(
      fc.property(pair, (one) => {
        expect(compare(one, breaks[name])).not.toEqual([]);
      }),
      { ...runs, numRuns: 20 },
    );
  },
  120_000,
);

test.each(Object.keys(additions))(
  "an addition under refactors is no break: %s",
  (name) => {
    fc.assert(
      fc.property(pair, (one) => {
        expect(compare(one, additions[name])).toEqual([]);
      }),
      { ...runs, numRuns: 20 },
    );
  },
  120_000,
);
