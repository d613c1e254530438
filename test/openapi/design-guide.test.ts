import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { extensions } from "../../openapi/model/extensions.ts";

const read = (file: string) => readFileSync(file, "utf8");
const rules = readdirSync("openapi/rules").map(
  (file) => `openapi/rules/${file}`,
);
const reference = /See openapi\/README\.md#([\w-]+)/g;
const guide = read("openapi/README.md");

test("every anchor that a message names is a heading, and every heading of a rule is named", () => {
  const anchors = ["redocly.yaml", ...rules].flatMap((file) =>
    anchorsIn(read(file)),
  );
  expect(["## ", "### "].flatMap(headings)).toEqual(
    expect.arrayContaining(anchors),
  );
  expect(anchors).toEqual(expect.arrayContaining(headings("### ")));
});

test("all headings have anchors of their own", () => {
  const anchors = ["# ", "## ", "### "].flatMap(headings);
  expect(anchors).toEqual([...new Set(anchors)]);
});

test("every message of redocly.yaml ends with its anchor", () => {
  const configured = parse(read("redocly.yaml")).rules as Record<
    string,
    { message?: string }
  >;
  const ownRules = Object.entries(configured).filter(([name]) =>
    name.startsWith("rule/"),
  );
  expect(ownRules.length).toBeGreaterThan(0);
  for (const [name, { message }] of ownRules)
    expect(message, name).toMatch(/\. See openapi\/README\.md#[\w-]+$/);
});

test("every extension is in the guide, and is used by the contract, the diff or a rule", () => {
  const inContract = read("openapi/openapi.yaml").matchAll(
    /(?<![\w-])(x-[\w-]+):/g,
  );
  const inPolicy =
    `${read("openapi/diff/policy.ts")}${read("redocly.yaml")}`.matchAll(
      /(?<![\w-])(x-[a-z-]+)/g,
    );
  const inRules = rules
    .map(read)
    .join("\n")
    .matchAll(/"(x-[a-z-]+)"/g);
  const used = [...inContract, ...inPolicy, ...inRules].map(
    ([, name = ""]) => name,
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(extensions).sort());
  const list = Object.entries(extensions).map(
    ([name, { description }]) => `- \`${name}\`: ${description}`,
  );
  expect(guide.replaceAll(/\s+/g, " ")).toContain(list.join(" "));
});

function anchorsIn(text: string): string[] {
  return [...text.matchAll(reference)].map(([, anchor = ""]) => anchor);
}

/** The anchors of the headings of one level, as GitHub makes them. */
function headings(level: string): string[] {
  return guide
    .split("\n")
    .filter((line) => line.startsWith(level))
    .map((line) => line.slice(level.length).toLowerCase().replaceAll(" ", "-"));
}
