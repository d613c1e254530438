import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { diffIn, ok, vehicle } from "./fleet.ts";

const folder = temporaryFolder(afterAll);

test("a renamed schema is a note about source", () => {
  const named = (name: string) =>
    vehicle(
      { $ref: `#/components/schemas/${name}` },
      { components: { schemas: { [name]: { type: "object" } } } },
    );
  const { code, text } = diffIn(
    folder,
    named("Car"),
    named("Vehicle"),
    "--format",
    "json",
  );
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    additions: [
      {
        rule: "diff/schema-renamed",
        category: "source",
        change: "The schema `Car` is called `Vehicle`.",
      },
    ],
  });
});

test("a renamed parameter of a path is a note about source", () => {
  const byName = (name: string) => ({
    paths: {
      [`/v/{${name}}`]: {
        get: {
          parameters: [
            { name, in: "path", required: true, schema: { type: "string" } },
          ],
          responses: { "200": ok },
        },
      },
    },
  });
  const { code, text } = diffIn(
    folder,
    byName("id"),
    byName("vin"),
    "--format",
    "json",
  );
  expect(code).toBe(0);
  expect(JSON.parse(text)).toMatchObject({
    additions: [
      {
        rule: "diff/parameter-renamed",
        category: "source",
        change: "The `id` path parameter is called `vin`.",
      },
    ],
  });
});
