import { beforeAll, expect, test } from "vitest";
import { findingsOf } from "../../../openapi/gate/findings.ts";
import { config } from "../../../openapi/gate/redocly-diff.ts";
import { cases } from "./cases/all.ts";
import { reportsOf, score } from "./measure.ts";

let breaks: string[][];
beforeAll(async () => {
  const reports = await reportsOf(cases, config);
  breaks = reports.map((report) =>
    findingsOf(report, [], "2026-01-01")
      .filter(({ is }) => is === "breaking")
      .map(({ rule, change }) => `${rule}: ${change}`),
  );
  console.log(
    `${cases.length} pairs: ${score(
      cases,
      breaks.map((found) => found.length > 0),
    )}`,
  );
});

test("the table is large enough to tell something", () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  const names = cases.map(({ topic, given }) => `${topic}: ${given}`);
  expect(names).toEqual([...new Set(names)]);
});

test.each(cases.map(({ topic, given, kind, because }, i) => [topic, given, kind, because, i] as const))(
  "%s, %s: %s, as %s",
  (...[, , kind, , i]) => {
    if (kind === "breaking") expect(breaks[i]).not.toEqual([]);
    else expect(breaks[i]).toEqual([]);
  },
);
