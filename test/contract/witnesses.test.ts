import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hashOf, readRows, readSentences, toTable } from "./witnesses.ts";

const rows = readRows();
const sentences = readSentences();
const none = rows.filter(({ witnesses: [first = ""] }) => first.startsWith("none: "));
const update = "node --import tsx test/contract/witnesses.ts write";

test("each sentence of behaviour is in witnesses.txt as it is today", () => {
  const hashes = new Set(rows.map(({ hash }) => hash));
  const changed = sentences.filter((sentence) => !hashes.has(hashOf(sentence)));
  expect(
    changed.map(({ section, text }) => `${section}: ${text}`),
    `new or changed; ${update}`,
  ).toEqual([]);
  expect(toTable(sentences, rows), update).toBe(readFileSync("test/contract/witnesses.txt", "utf8"));
});

test("each names the tests that show it, which exist", () => {
  const missing = rows.flatMap(({ hash, witnesses }) =>
    witnesses.filter((witness) => !isTest(witness)).map((witness) => `${hash}: ${witness}`),
  );
  expect(missing, "name a test in the place of each").toEqual([]);
});

test("at most one in twenty has none, each with a reason", () => {
  expect(none.length / rows.length).toBeLessThanOrEqual(0.05);
});

test("a sentence that says the opposite is another one, and asks for its test", () => {
  const [first, ...others] = sentences;
  if (!first) return expect.unreachable();
  const inverted = { ...first, text: `${first.text} Or not.` };
  const line = toTable([inverted, ...others], rows).split("\n")[1];
  expect(line).toMatch(new RegExp(`^  ${hashOf(inverted)} .* \\| \\?`));
  expect(isTest("server/api/contacts: fills in nothing")).toBe(false);
  expect(isTest("?server/api/contacts: fills in what was not sent")).toBe(false);
});

/** Whether `server/api/contacts: fills in …` is the title of a test in that file. */
function isTest(witness: string): boolean {
  const [, file = "", title = ""] = /^([\w/-]+): (.+)$/.exec(witness) ?? [];
  if (file === "none") return true;
  const path = `test/${file}.test.ts`;
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  return [`"${title}"`, `\`${title}\``].some((literal) => text.includes(literal));
}
