import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coreRules } from "../../../openapi/rules/core-rules.ts";

const levelNames: Record<string, string> = { error: "error", warn: "warning" };

/** Returns rule → level. A rule with options may have a severity; a configured one is an error. */
function levelsIn(rules: object = {}): Map<string, string> {
  return new Map(
    Object.entries(rules).map(([name, rule]) => {
      const { severity = "error" } = Object(rule);
      const level = typeof rule === "string" ? rule : severity;
      return [name, levelNames[level] ?? level];
    }),
  );
}

test("openapi/core-rules.md lists the rules of the profile core with their levels", () => {
  const expected = levelsIn(coreRules.rules);
  const versions = { "3.0": "oas3_0Rules", "3.2": "oas3_2Rules" } as const;
  for (const [version, section] of Object.entries(versions))
    for (const [name, level] of levelsIn(coreRules[section])) {
      const others = expected.get(name);
      const own = `in ${version} ${level}`;
      expected.set(name, others === undefined ? own : `${others}, ${own}`);
    }
  const table = readFileSync("openapi/core-rules.md", "utf8");
  const listed = [...table.matchAll(/^\| `([^`]+)` *\| ([^|]+?) *\|/gm)].map(
    ([, name = "", level = ""]): [string, string] => [name, level],
  );
  expect(new Map(listed)).toEqual(expected);
});
