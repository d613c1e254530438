import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Every pattern of the contract: those that are published, and those that the server holds requests against. */
const patterns = new Set<string>();
for (const name of ["openapi.json", "strict.json"]) {
  JSON.parse(readFileSync(`generated/${name}`, "utf8"), (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") patterns.add(value);
    return value;
  });
}

/** Long texts that end with what few patterns allow, so that those that can be read in many ways are. */
const texts = ["a", " ", "-", "a ", "a-", "0", "A, "].flatMap((part) => {
  const text = part.repeat(100_000 / part.length);
  return [`${text}\0`, `v1,${text}\0`, `ct_${text}\0`];
});

test.each([...patterns])("no text takes %s long", (pattern) => {
  const expression = new RegExp(pattern, "u");
  for (const text of texts) {
    const began = performance.now();
    expression.test(text);
    // With the square of its length, a text would take some seconds; else it takes a thousandth of one.
    expect(performance.now() - began).toBeLessThan(1000);
  }
});
