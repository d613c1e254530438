import { expect, test } from "vitest";
import { toCells, toTable } from "./result.ts";

const rounds = (...microseconds: number[]) =>
  microseconds.map((value) => ({ microseconds: value, perSecond: 100_000 / value }));
const samples = [
  { kind: "get", server: "bare Express", rounds: rounds(100, 200, 400) },
  { kind: "get", server: "this server", rounds: rounds(150, 500, 440) },
  { kind: "create", server: "bare Express", rounds: rounds(10, 20) },
  { kind: "create", server: "this server", rounds: rounds(20, 20) },
];

test("a cell has the medians of the rounds, and the median of the ratios within a round", () => {
  expect(toCells(samples)).toEqual([
    { kind: "get", server: "bare Express", microseconds: 200, ratio: 1, perSecond: 500 },
    { kind: "get", server: "this server", microseconds: 440, ratio: 1.5, perSecond: 227 },
    { kind: "create", server: "bare Express", microseconds: 15, ratio: 1, perSecond: 7500 },
    { kind: "create", server: "this server", microseconds: 20, ratio: 1.5, perSecond: 5000 },
  ]);
});

test("the table has a row for each kind and a column for each server", () => {
  expect(toTable(toCells(samples)).split("\n")).toEqual([
    "                         bare Express              this server",
    "get            200 µs   1.00×   500/s   440 µs   1.50×   227/s",
    "create          15 µs   1.00×  7500/s    20 µs   1.50×  5000/s",
  ]);
});
