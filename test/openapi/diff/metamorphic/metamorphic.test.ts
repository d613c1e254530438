import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { cases } from "../cases/all.ts";
import { breaksBetween } from "../measure.ts";
import { bases } from "./bases.ts";
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

const words = {
  seed: fc.nat(),
  names: fc.array(fc.constantFrom(...Object.keys(refactors)), { minLength: 1, maxLength: 8 }),
};

/** The breaks from one contract to the other, when both say the same in other words. */
function breaksInOtherWords(before: Json, after: Json, names: string[], ofPair: number): string[] {
  const { next, choose } = chooserOf(ofPair);
  const changed = structuredClone(after);
  for (const name of names) refactors[name]?.(changed, choose);
  const text = (document: Json) => JSON.stringify(shuffled(document, next), null, 1);
  return breaksBetween(text(before), text(changed)).map(
    ({ rule, change, at }) => `${rule}: ${change} (${at})`,
  );
}

test("refactors are no breaks", () => {
  const pair = fc.record({ base: fc.constantFrom(...Object.keys(bases)), ...words });
  fc.assert(
    fc.property(pair, ({ base, names, seed: ofPair }) => {
      const document = bases[base] ?? {};
      expect(breaksInOtherWords(document, document, names, ofPair)).toEqual([]);
    }),
    { numRuns: 100, seed, endOnFailure: true },
  );
}, 120_000);

test("what is a break, and what is none, stays so under refactors", () => {
  // The names of these say something themselves, or a refactor would change what they mean.
  const plain = cases.filter(
    ({ before, after }) => !/discriminator|\$id|\$self|nullable/.test(before + after),
  );
  const read = (text: string): Json => JSON.parse(JSON.stringify(parse(text, { maxAliasCount: -1 })));
  fc.assert(
    fc.property(fc.record({ one: fc.constantFrom(...plain), ...words }), ({ one, names, seed: ofPair }) => {
      const breaks = breaksInOtherWords(read(one.before), read(one.after), names, ofPair);
      if (one.kind === "breaking") expect(breaks).not.toEqual([]);
      else expect(breaks).toEqual([]);
    }),
    { numRuns: 400, seed, endOnFailure: true },
  );
}, 120_000);
