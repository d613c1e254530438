import { Validator } from "@seriousme/openapi-schema-validator";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { operations } from "../../../generated/operations.ts";
import type { Json } from "../../support/at.ts";

const read = (name: string) => parse(readFileSync(`generated/${name}`, "utf8"));
const published = read("openapi.json");

test.each([
  ["openapi.json", "3.1"],
  ["openapi.yaml", "3.1"],
  ["openapi-3.0.json", "3.0"],
])(
  "%s is valid by the official schema of OpenAPI %s",
  async (name, version) => {
    const validator = new Validator();
    expect(await validator.validate(read(name))).toMatchObject({ valid: true });
    expect(validator.version).toBe(version);
  },
);

test("nothing that is published has notes for those who write it", () => {
  const found = ["openapi.json", "openapi-3.0.json"].flatMap((name) => [
    ...extensions(read(name)),
  ]);
  expect(new Set(found)).toEqual(
    new Set(["x-extensible-enum", "x-codeSamples"]),
  );
});

test("each operation has a sample in each language, with a place for the address of the server", () => {
  for (const { method, path } of Object.values(operations)) {
    const samples: Json[] = published.paths[path][method]["x-codeSamples"];
    expect(samples.map(({ lang }) => lang)).toEqual([
      "Shell",
      "TypeScript",
      "Python",
      "Go",
    ]);
    for (const { source } of samples)
      expect(source).toContain("CONTACTS_BASE_URL");
  }
});

test("each description ends with the scopes that the operation needs", () => {
  for (const { method, path, scheme, scopes } of Object.values(operations)) {
    if (scheme !== "apiKey") continue;
    const end =
      scopes.length === 0
        ? "Any API key will do, whatever its scopes."
        : `The API key needs the scope${scopes.length > 1 ? "s" : ""} \`${scopes.join("` and `")}\`.`;
    expect(
      published.paths[path][method].description.endsWith(`\n\n${end}`),
      path,
    ).toBe(true);
  }
});

test("each cursor has an example of its own list", () => {
  const examples = Object.values<Json>(published.components.parameters).filter(
    ({ name }) => name === "cursor",
  );
  expect(examples.length).toBeGreaterThan(5);
  expect(
    new Set(examples.map(({ example }) => example.split("_")[0])).size,
  ).toBe(examples.length);
});

test("the edition of 3.0 has all paths, and no webhooks", () => {
  const older = read("openapi-3.0.json");
  expect([older.openapi, older.webhooks]).toEqual(["3.0.3", undefined]);
  expect(Object.keys(older.paths)).toEqual(Object.keys(published.paths));
  expect(older.components.schemas.NextCursor).toMatchObject({
    type: "string",
    nullable: true,
  });
  expect(older.components.schemas.Contact.properties.object.enum).toEqual([
    "contact",
  ]);
});

test("a list whose elements the server checks one by one takes any: a validator in front refuses no more than it", () => {
  const { contacts } =
    published.components.schemas.BatchContactsRequest.properties;
  expect(contacts).toMatchObject({ maxItems: 100, items: {} });
  expect(contacts.description).toContain("Each is a `BatchContact`");
  expect(
    published.components.schemas.BatchContact.properties.email.format,
  ).toBe("email");
});

/** The names of all extensions in a document. */
function* extensions(node: unknown): Generator<string> {
  for (const [name, child] of Object.entries(
    Object(typeof node === "string" ? {} : node),
  )) {
    if (name.startsWith("x-")) yield name;
    yield* extensions(child);
  }
}
