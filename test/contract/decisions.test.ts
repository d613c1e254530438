import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mark } from "../../openapi/rules/finished-texts.ts";
import { readContract } from "../../openapi/model/read-contract.ts";

const { contract } = readContract();
const sections = readFileSync("openapi/decisions.md", "utf8").split(/^## /m).slice(1);
const headings = sections.map((section) => section.slice(0, section.indexOf(" ")));
const marks = [...marksIn(contract)];

test("the marks in the contract and the headings of the register are the same, in order", () => {
  expect(headings).toEqual([...new Set(marks.map(({ id }) => id))].sort());
});

test("nothing is marked again inside of what bears the mark", () => {
  expect(marks.filter(({ id, outer }) => outer.includes(id))).toEqual([]);
});

describe("a decision says its gap, its choice and its reason, and stands alone", () => {
  test.each(sections.map((section) => [section.split("\n")[0], section]))("%s", (_, section) => {
    expect(section).toMatch(
      /^D-\d\d \S.*\n\n\*\*Gap\*\* \S[^]+?\n\n\*\*Choice\*\*\s[^]+?\n\n\*\*Reason\*\* \S/,
    );
    expect(section, "a text that somebody still has to write").not.toContain(mark);
    expect(section, "a section of a document that readers do not have").not.toContain("§");
  });
});

/** The ids of all marks, each with those that the elements around it bear. */
function* marksIn(node: unknown, outer: string[] = []): Generator<{ id: string; outer: string[] }> {
  if (typeof node !== "object" || node === null) return;
  const { "x-decision": ids = [], ...children } = node as { "x-decision"?: string[] };
  for (const id of ids) yield { id, outer };
  for (const child of Object.values(children)) yield* marksIn(child, [...outer, ...ids]);
}
