import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compatibilityTable } from "../../../openapi/docs/chapters.ts";
import { policy, type Policy } from "../../../openapi/diff/policy.ts";

test("every rule is one that the diff can tell", () => {
  const folder = "openapi/diff/compare";
  const source = readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"))
    .join("");
  for (const rule of Object.keys(policy)) expect(source).toContain(`"${rule}"`);
});

test("the docs print every verdict on clients, with its reason", () => {
  const chapter = compatibilityTable();
  for (const { change, is } of Object.values<Policy>(policy))
    expect(chapter.includes(`| ${change} |`)).toBe(is === "breaking" || is === "addition");
});

test("a break and a warning say how to do it without", () => {
  for (const { is, instead } of Object.values<Policy>(policy)) expect(instead === "").toBe(is === "addition");
});
