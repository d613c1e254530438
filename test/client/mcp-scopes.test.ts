import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type PublishedContract, toolsOf } from "../../client/mcp/tools.ts";
import { everyOperation } from "../support/operation.ts";

// An agent has the tool of an operation when its key has all scopes of the operation, and only
// then.

const contract = JSON.parse(
  readFileSync("generated/openapi.json", "utf8"),
) as PublishedContract;
const namesFor = (scopes: string[]) =>
  toolsOf(contract, scopes).map(({ name }) => name);
const ofKeys = everyOperation.filter(({ scheme }) => scheme === "apiKey");

describe.each(ofKeys)("the tool $id", ({ id, scopes }) => {
  const all = [...scopes];

  test("is there with all of its scopes", () => {
    expect(namesFor(all)).toContain(id);
  });

  test.each(all)("is not there without %s", (missing) => {
    const others = all.filter((scope) => scope !== missing);
    const longer = `${missing}x`;
    const shorter = missing.slice(0, -1);
    expect(namesFor(others)).not.toContain(id);
    expect(namesFor([...others, longer])).not.toContain(id);
    if (missing !== "*")
      expect(namesFor([...others, shorter])).not.toContain(id);
  });
});

test("no tool is for a visitor's credential", () => {
  const ofVisitors = everyOperation.filter(({ scheme }) => scheme !== "apiKey");
  const names = namesFor(["*"]);
  expect(ofVisitors.length).toBeGreaterThan(0);
  expect(ofVisitors.filter(({ id }) => names.includes(id))).toEqual([]);
});
