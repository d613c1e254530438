import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compatibilityChapter } from "../../../openapi/decorators/chapters/compatibility.js";
import gatePlugin from "../../../openapi/gate/plugin.js";
import { policy } from "../../../openapi/gate/policy.js";

test("every rule of ours has its verdict, and the other way round", () => {
  const ours = Object.keys(gatePlugin().diff.oas3).map((name) => `gate/${name}`);
  const judged = Object.keys(policy).filter((name) => name.startsWith("gate/"));
  expect(judged.sort()).toEqual(ours.sort());
});

test("every rule of Redocly has its verdict: one that an update adds is decided before it judges", () => {
  const chunks = "node_modules/@redocly/cli/lib/chunks";
  const source = readdirSync(chunks)
    .map((name) => readFileSync(`${chunks}/${name}`, "utf8"))
    .find((text) => text.includes('"response-header-removed":"major"'));
  const [, preset = ""] = /\{((?:"[a-z-]+":"major",?)+)\}/.exec(source ?? "") ?? [];
  const names = [...preset.matchAll(/"([a-z-]+)":"major"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  const judged = Object.keys(policy).filter((name) => !name.startsWith("gate/"));
  expect(judged.sort()).toEqual(names.sort());
});

test("the docs print every verdict, with its reason", () => {
  const chapter = compatibilityChapter();
  for (const { change, because, is } of Object.values(policy)) {
    if (is === "off") expect(chapter).not.toContain(because);
    else expect(chapter).toContain(`| ${change} |`);
  }
});

test("a break says how to do it compatibly", () => {
  for (const { is, instead } of Object.values(policy)) expect(instead !== "").toBe(is === "breaking");
});
