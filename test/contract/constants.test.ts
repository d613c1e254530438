import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errors, scopes } from "../../generated/constants.ts";
import { operations } from "../../generated/operations.ts";
import { at } from "../support/at.ts";
import { responsesThat, codes, guards } from "./reading.ts";

const known = Object.keys(errors).sort();

// The other direction is a matter of types: ApiError takes no code that the contract lacks.
test("the server can send every error code", () => {
  const files = readdirSync("server", { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join("server", name), "utf8"));
  expect(known.filter((code) => !sources.some((source) => source.includes(`"${code}"`)))).toEqual([]);
});

test("the scopes that operations require are those that keys can have", () => {
  expect(Object.keys(guards()).sort()).toEqual(Object.keys(scopes).sort());
});

const guarded = Object.entries(operations).filter(([, { scopes: required }]) => required.length > 0);

test.each(guarded)("the texts of the scopes of %s name what it does", (_, { scopes: required, method }) => {
  const words = { get: "read", post: "create|send|start", patch: "change|close", delete: "delete|erase" };
  const text = required.map((scope) => scopes[scope]).join(" ");
  expect(text).toMatch(new RegExp(`\\b(${words[method]}|full access)\\b`, "i"));
});

test.each(responsesThat((response) => !response.endsWith("/304")))(
  "%s has an example of each of its codes",
  (response) => {
    const media = `${response}/content/application~1json`;
    const names = Object.keys(at(media).examples);
    const shown = names.map((name) => at(`${media}/examples/${name}`).value.error?.code);
    expect(names.length).toBeGreaterThan(0);
    if (/\/[45]\d\d$/.test(response)) expect(shown).toEqual(expect.arrayContaining(codes(response)));
  },
);
