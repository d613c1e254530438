import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forValidator } from "../../../server/contract/for-validator.ts";
import { loadContract } from "../../../server/contract/load.ts";
import type { Document } from "../../../server/contract/validator.ts";

const contract = loadContract();
const ours = patternsIn(contract);
const theirs = patternsIn(forValidator(contract));
const different = ours.flatMap((pattern, i) => (pattern === theirs[i] ? [] : [[pattern, theirs[i] ?? ""]]));
const replaced = [...new Map(different as [string, string][])];

/** Every pattern of a contract, in its order. */
function patternsIn(document: Document): string[] {
  const patterns: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") patterns.push(value);
    return value;
  });
  return patterns;
}

describe("a pattern that the validator gets instead of the contract's", () => {
  test.each(replaced)("%s accepts the same texts", (pattern, replacement) => {
    const [wanted, found] = [new RegExp(pattern, "u"), new RegExp(replacement, "u")];
    const character = fc.constantFrom(
      "a",
      "ñ",
      "🙂",
      " ",
      "\n",
      "\u00a0",
      "\u2003",
      "\ufeff",
      "\0",
      "\ud800",
    );
    const text = fc.oneof(fc.string({ unit: character }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, (text) => found.test(text) === wanted.test(text)),
      { numRuns: 5000 },
    );
  });
});

test("no text takes a pattern long", () => {
  expect(replaced).toHaveLength(1);
  // With the square of its length, a text would take some seconds; else it takes a thousandth of one.
  const texts = ["a", " ", "-", "a ", "a-", "0", "A, "].flatMap((part) => {
    const text = part.repeat(100_000 / part.length);
    return [`${text}\0`, `v1,${text}\0`, `ct_${text}\0`];
  });
  for (const pattern of new Set(theirs)) {
    const expression = new RegExp(pattern, "u");
    for (const text of texts) {
      const began = performance.now();
      expect(expression.test(text)).toBe(false);
      expect(performance.now() - began, pattern).toBeLessThan(1000);
    }
  }
});
