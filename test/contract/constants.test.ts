import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { errors, scopes } from "../../generated/constants.ts";
import { operations } from "../../generated/operations.ts";
import { readDocument } from "../../openapi/docs/chapters.ts";
import { at } from "../support/at.ts";
import { responsesThat, codes, guards } from "./reading.ts";

/** The introduction of the docs, with its chapters. */
const docs = readDocument().info.description;

/** The first column of a chapter's table. */
function listed(chapter: string): string[] {
  const [, text = ""] = new RegExp(`^##+ ${chapter}\n([^]*?)(?=^##+ |$(?![^]))`, "m").exec(docs) ?? [];
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
}

const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join("server", name), "utf8"))
  .join("\n");

describe("the error codes are the same everywhere", () => {
  const declared = responsesThat((response) => /\/[45]\d\d$/.test(response)).flatMap(codes);
  const known = Object.keys(errors).sort();

  test("in the schemas of responses and in their examples, which the constants are made from", () => {
    expect([...new Set(declared)].sort()).toEqual(known);
  });

  test("in the docs", () => {
    expect(listed("Error codes").sort()).toEqual(known);
  });

  // The other direction is a matter of types: ApiError takes no code that the contract lacks.
  test.each(known)("the server can send %s", (code) => {
    expect(sources).toMatch(new RegExp(`"${code}"`));
  });
});

describe("the scopes are the same everywhere", () => {
  test("the scopes that operations require are those that keys can have", () => {
    expect(Object.keys(guards()).sort()).toEqual(Object.keys(scopes).sort());
  });

  const guarded = Object.entries(operations).filter(([, { scopes: required }]) => required.length > 0);

  test.each(guarded)("the texts of the scopes of %s name what it does", (_, { scopes: required, method }) => {
    const words = { get: "read", post: "create|send|start", patch: "change|close", delete: "delete|erase" };
    const text = required.map((scope) => scopes[scope]).join(" ");
    expect(text).toMatch(new RegExp(`\\b(${words[method]}|full access)\\b`, "i"));
  });

  test("in the docs", () => {
    expect(listed("Scopes").sort()).toEqual(Object.keys(scopes).sort());
  });
});

describe("every response that is declared has an example of each of its codes", () => {
  test.each(responsesThat((response) => !response.endsWith("/304")))("%s", (response) => {
    const { examples } = at(`${response}/content/application~1json`);
    const values = Object.keys(examples).map(
      (name) => at(`${response}/content/application~1json/examples/${name}`).value,
    );
    const shown = values.flatMap(({ error }) => (error ? [error.code] : []));
    expect(values.length).toBeGreaterThan(0);
    if (/\/[45]\d\d$/.test(response)) expect(shown.sort()).toEqual(expect.arrayContaining(codes(response)));
  });
});
