import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import {
  type NodeRole,
  roleOf,
} from "../../../../openapi/diff/contract/roles.ts";
import { isNode } from "../../../../openapi/model/node.ts";
import { cases, findingsBetween } from "../measure.ts";

/** Adds an extension to each object of a contract that is no map of names and no value. */
function withExtensions(value: unknown, role: NodeRole = "part"): unknown {
  if (role === "value") return value;
  if (Array.isArray(value))
    return value.map((each) => withExtensions(each, roleOf("", role)));
  if (!isNode(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    isMapOfTexts(name) ? each : withExtensions(each, roleOf(name, role)),
  ]);
  const isPart = role === "part" && !("$ref" in value);
  return Object.fromEntries([...entries, ...(isPart ? [note] : [])]);
}

const note = ["x-note", { by: "somebody" }];

const isMapOfTexts = (name: string) =>
  ["security", "scopes", "mapping", "dependentRequired"].includes(name);

test("an extension of somebody is no finding, wherever it is", () => {
  const contracts = new Set(cases.map(({ after }) => after));
  expect(contracts.size).toBeGreaterThan(400);
  for (const contract of contracts) {
    const document: unknown = parse(contract, { maxAliasCount: -1 });
    const extended = stringify(withExtensions(document), {
      aliasDuplicateObjects: false,
    });
    expect(findingsBetween(contract, extended), extended).toEqual([]);
  }
});
