import { bundle, createConfig } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { run as diffBy } from "../../../openapi/diff/run.ts";
import { parse } from "yaml";
import { operations } from "../../../generated/operations.ts";
import type { Json } from "../../support/at.ts";

const read = (name: string) => parse(readFileSync(`generated/${name}`, "utf8"));
const published = read("openapi.json");

test.each([
  ["openapi.json", "3.1"],
  ["openapi.yaml", "3.1"],
  ["openapi-3.0.json", "3.0"],
  ["openapi-codegen.json", "3.0"],
])(
  "%s is valid by the official schema of OpenAPI %s",
  async (name, version) => {
    const validator = new Validator();
    expect(await validator.validate(read(name))).toMatchObject({ valid: true });
    expect(validator.version).toBe(version);
  },
);

test("what is published is the bundle of the source: beside samples and the sentences on scopes nothing is added or lost", async () => {
  const source = parse(readFileSync("openapi/openapi.yaml", "utf8"));
  const result = await bundle({
    ref: "openapi/openapi.yaml",
    config: await createConfig({}),
  });
  const bundled: Json = result.bundle.parsed;
  const { info, paths, webhooks, components, ...others } = published;
  expect(info).toEqual(source.info);
  expect(webhooks).toEqual(bundled.webhooks);
  for (const section of ["schemas", "parameters", "headers", "responses"])
    expect(components[section]).toEqual(bundled.components[section]);
  expect(components.examples).toEqual(bundled.components.examples);
  expect(Object.keys(others)).toEqual(
    Object.keys(source).filter(
      (name) => !(name in { info, paths, webhooks, components }),
    ),
  );
  expect(new Set(extensions(published))).toEqual(
    new Set([...extensions(source), "x-codeSamples"]),
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

test("a Go sample names the type of a list's elements after their schema", () => {
  const samples: Json[] = published.paths["/v1/events"].get["x-codeSamples"];
  const go = samples.find(({ lang }) => lang === "Go");
  expect(go?.source).toContain("[]contacts.KnownEventType{");
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

test("openapi-3.0.json has all paths, and no webhooks", () => {
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

test("openapi-3.0.json breaks nothing for callers of 1.2.0", () => {
  const { code, stdout } = diffBy([
    "openapi/released/1.2.0/openapi-3.0.json",
    "generated/openapi-3.0.json",
  ]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("0 breaking")]);
});

test("the elements of a batch have their schema, and the text says that a wrong one fails alone", () => {
  const { contacts } =
    published.components.schemas.BatchContactsRequest.properties;
  expect(contacts.items).toEqual({ $ref: "#/components/schemas/BatchContact" });
  expect(contacts.description).toContain("does not refuse the others");
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
