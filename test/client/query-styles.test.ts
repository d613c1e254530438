import { expect, test } from "vitest";
import { queryWriter, type QueryStyle } from "../../client/query-styles.ts";

// The queries of clients that are generated for other contracts.

const styles: Record<string, QueryStyle> = {
  lines: { style: "form", explode: false },
  each: { style: "form", explode: true },
  spaces: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  deep: { style: "deepObject", explode: true },
  json: { style: "json", explode: false },
  path: { style: "form", explode: false, allowReserved: true },
  "a b": { style: "form", explode: true },
};
const write = queryWriter({ "GET /trees": styles });

test.each([
  { query: { lines: ["a", "b"] }, written: "lines=a,b" },
  { query: { each: ["a", "b"] }, written: "each=a&each=b" },
  { query: { spaces: ["a", "b"] }, written: "spaces=a%20b" },
  { query: { pipes: ["a", "b"] }, written: "pipes=a|b" },
  { query: { deep: { a: 1, b: "c" } }, written: "deep%5Ba%5D=1&deep%5Bb%5D=c" },
  { query: { lines: { a: 1, b: 2 } }, written: "lines=a,1,b,2" },
  { query: { each: { a: 1, b: 2 } }, written: "a=1&b=2" },
  {
    query: { json: ["a", { b: 1 }] },
    written: "json=%5B%22a%22%2C%7B%22b%22%3A1%7D%5D",
  },
  { query: { lines: "a/b" }, written: "lines=a%2Fb" },
  { query: { path: "a/b" }, written: "path=a/b" },
  { query: { "a b": true }, written: "a%20b=true" },
])("$query is written $written", ({ query, written }) => {
  expect(write("GET /trees", query)).toBe(written);
});

test("an empty list, null and undefined are left out", () => {
  const query = { lines: [], each: null, json: undefined, pipes: 0 };
  expect(write("GET /trees", query)).toBe("pipes=0");
  const deep = { a: undefined, b: 1 };
  expect(write("GET /trees", { deep })).toBe("deep%5Bb%5D=1");
});

test("parameters and operations without a style are written as in this contract", () => {
  const query = { other: ["a", "b c"], lines: [1, 2] };
  expect(write("GET /trees", query)).toBe("other=a,b%20c&lines=1,2");
  expect(write("GET /roots", { spaces: ["a", "b"] })).toBe("spaces=a,b");
});
