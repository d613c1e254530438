import { expect, test } from "vitest";
import { toCells, toTable } from "./result.ts";

const samples = [
  { kind: "get", server: "bare Express", rounds: [100, 200, 400] },
  { kind: "get", server: "this server", rounds: [150, 500, 440] },
  { kind: "create", server: "bare Express", rounds: [10, 20] },
  { kind: "create", server: "this server", rounds: [20, 20] },
];

test("a cell has the median of the rounds, and the median of the ratios within a round", () => {
  expect(toCells(samples)).toEqual([
    { kind: "get", server: "bare Express", microseconds: 200, ratio: 1 },
    { kind: "get", server: "this server", microseconds: 440, ratio: 1.5 },
    { kind: "create", server: "bare Express", microseconds: 15, ratio: 1 },
    { kind: "create", server: "this server", microseconds: 20, ratio: 1.5 },
  ]);
});

test("the table has a row for each kind and a column for each server", () => {
  expect(toTable(toCells(samples)).split("\n")).toEqual([
    "                  bare Express       this server",
    "get             200 µs   1.00×    440 µs   1.50×",
    "create           15 µs   1.00×     20 µs   1.50×",
  ]);
});
