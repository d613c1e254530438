import { expect, test } from "vitest";
import { run } from "../../support/run.ts";
import { calls, terms } from "./calls.ts";
import type { Figures } from "./report.ts";

const { TEST_DATABASE_URL = "" } = process.env;

test.skipIf(!TEST_DATABASE_URL)("a tiny run fills the whole table", { timeout: 120_000 }, async () => {
  const sizes = ["--contacts", "100", "--rounds", "1", "--requests", "2"];
  const { code, stdout, stderr } = await run("test/bench/scale/main.ts", [
    ...["--database", TEST_DATABASE_URL, "--json"],
    ...sizes,
  ]);
  expect(code, stderr).toBe(0);
  const figures = JSON.parse(stdout) as Figures;
  expect(figures.calls.map(({ name }) => name)).toEqual(calls.map(({ name }) => name));
  expect(figures.calls.filter(({ p99, ratio }) => p99 > 0 && ratio > 0)).toHaveLength(calls.length);
  expect(figures.searches.map(({ name }) => name)).toEqual(Object.keys(terms));
  expect(figures.searches.filter(({ p99 }) => p99 > 0)).toHaveLength(figures.searches.length);
  expect(figures.listing.whileSearching).toBeGreaterThan(0);
  for (const { name } of figures.calls) expect(stderr).toContain(name);
});

test("without a database it says what it can do", async () => {
  const { code, stdout } = await run("test/bench/scale/main.ts");
  expect([code, stdout]).toEqual([0, expect.stringContaining("--database URL")]);
});
