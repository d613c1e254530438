import { expect, test } from "vitest";
import { toCells, toTable } from "./result.ts";

const rounds = (...microseconds: number[]) =>
  microseconds.map((value) => ({
    microseconds: value,
    perSecond: 100_000 / value,
    p99: value / 10,
    instructions: value * 10,
  }));
const samples = [
  { kind: "get", server: "by hand", rounds: rounds(100, 200, 400) },
  { kind: "get", server: "this server", rounds: rounds(150, 500, 440) },
  { kind: "create", server: "by hand", rounds: rounds(10, 20) },
  { kind: "create", server: "this server", rounds: rounds(20, 20) },
];

test("a cell has the medians of the rounds, and the medians of the ratios within a round", () => {
  expect(toCells(samples)[1]).toEqual({
    kind: "get",
    server: "this server",
    microseconds: { value: 440, ratio: 1.5 },
    perSecond: { value: 227.27, ratio: 0.67 },
    p99: { value: 44, ratio: 1.5 },
    instructions: { value: 4400, ratio: 1.5 },
  });
  expect(toCells(samples)[3]?.microseconds).toEqual({ value: 20, ratio: 1.5 });
});

test("the table has a row for each kind on each server", () => {
  expect(toTable(toCells(samples)).split("\n")).toEqual([
    "                        CPU per request        throughput               p99      instructions",
    "get     by hand          200 µs   1.00×     500/s   1.00×   20.0 ms   1.00×    2000 k   1.00×",
    "get     this server      440 µs   1.50×     227/s   0.67×   44.0 ms   1.50×    4400 k   1.50×",
    "create  by hand           15 µs   1.00×    7500/s   1.00×    1.5 ms   1.00×     150 k   1.00×",
    "create  this server       20 µs   1.50×    5000/s   0.75×    2.0 ms   1.50×     200 k   1.50×",
  ]);
});

test("the table has no instructions where they cannot be counted", () => {
  const uncounted = samples.map(({ rounds, ...sample }) => ({
    ...sample,
    rounds: rounds.map((round) => ({ ...round, instructions: NaN })),
  }));
  expect(toTable(toCells(uncounted))).not.toContain("instructions");
});
