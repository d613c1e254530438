import { expect, test } from "vitest";
import type { Case } from "./cases/case.ts";
import { cases, findingsBetween } from "./measure.ts";
import type { Finding } from "../../../openapi/diff/findings.ts";
import { ourLevels, readLevels } from "../../../openapi/diff/levels.ts";
import { policy } from "../../../openapi/diff/policy.ts";
import { compatibilityTable } from "../../../openapi/docs/chapters.ts";
import { memoized } from "../../../openapi/model/collections.ts";

// The verdict of the diff on each pair of contracts in `cases/`.

test("the table has at least 850 cases, each with a name of its own", () => {
  expect(cases.length).toBeGreaterThanOrEqual(850);
  const names = cases.map(({ topic, given }) => `${topic}: ${given}`);
  expect(names).toEqual([...new Set(names)]);
});

const foundIn = memoized(({ before, after }: Case) =>
  findingsBetween(before, after),
);

test.each(cases.map((one) => [one.topic, one.given, one.kind, one] as const))(
  "%s, %s: %s",
  (...[, , kind, one]) => {
    const summary = (list: Finding[]) =>
      list.map(({ rule, change }) => `${rule}: ${change}`);
    const found = foundIn(one);
    const breaks = found.filter(({ is }) => is === "breaking");
    if (kind === "breaking") expect(breaks).not.toEqual([]);
    else expect(summary(breaks)).toEqual([]);
    if (kind === "addition") expect(found).not.toEqual([]);
    // Calls do not depend on the name of a schema.
    const others = found.filter(({ rule }) => rule !== "diff/schema-renamed");
    if (kind === "refactor") expect(summary(others)).toEqual([]);
  },
);

test("each rule is found by at least one case", () => {
  // A field that is always there is a finding only where objects are stored, as ours are.
  const isStored = ({ change }: Finding) => change.includes("always there");
  const stored = cases
    .filter((one) => foundIn(one).some(isStored))
    .flatMap(({ before, after }) =>
      findingsBetween(before, after, readLevels(ourLevels)),
    );
  const found = [...cases.flatMap(foundIn), ...stored];
  const rulesFound = new Set(found.map(({ rule }) => rule));
  for (const rule of policy.keys()) expect(rulesFound).toContain(rule);
});

test("the docs print every verdict on clients, with its reason", () => {
  const chapter = compatibilityTable();
  const levelOf = readLevels(ourLevels);
  for (const [rule, { change }] of policy)
    expect(chapter.includes(`| ${change} |`)).toBe(levelOf(rule) !== "warning");
});

test("each break and each warning suggests a way without it", () => {
  const levelOf = readLevels(ourLevels);
  for (const [rule, { instead }] of policy)
    expect(instead === "").toBe(levelOf(rule) === "addition");
});
