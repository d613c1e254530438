import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { makeFor } from "../../../openapi/generate/out.ts";
import { lintCore } from "../../../openapi/lint/core.ts";
import { temporaryFolder } from "../../support/folder.ts";

const folder = temporaryFolder(afterAll);
const info = { title: "Orchard", version: "1.0.0" };
const done = { "200": { description: "Done." } };

/** Writes a contract. Returns its file. */
function write(name: string, contract: object): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, stringify({ info, ...contract }));
  return file;
}

test.each(["3.0.3", "3.1.1"])(
  "the bundles of a small contract of OpenAPI %s are valid",
  async (openapi) => {
    const paths = {
      "/trees": { get: { operationId: "listTrees", responses: done } },
    };
    const { files } = await makeFor(
      write(`small-${openapi}`, { openapi, paths }),
    );
    for (const name of ["openapi.json", "openapi-3.0.json", "openapi.yaml"]) {
      const bundle = join(folder, `${openapi}-${name}`);
      writeFileSync(bundle, files.get(name) ?? "");
      const problems = await lintCore(bundle);
      const errors = problems.filter(({ severity }) => severity === "error");
      expect(errors.map(({ message }) => message)).toEqual([]);
    }
  },
);

test("a parameter of an operation replaces that of the path with its name and place", async () => {
  const parameter = (type: string, place: string) => ({
    name: "id",
    in: place,
    required: true,
    schema: { type },
  });
  const paths = {
    "/trees/{id}": {
      parameters: [parameter("string", "path"), parameter("string", "header")],
      get: {
        operationId: "getTree",
        parameters: [parameter("integer", "path")],
        responses: done,
      },
      delete: { operationId: "deleteTree", responses: done },
    },
  };
  const { files } = await makeFor(
    write("replaced", { openapi: "3.1.1", paths }),
  );
  const bundle = JSON.parse(files.get("openapi.json") ?? "");
  const typesOf = (method: string) =>
    bundle.paths["/trees/{id}"][method].parameters.map(
      (each: ReturnType<typeof parameter>) => `${each.in}: ${each.schema.type}`,
    );
  expect(typesOf("get")).toEqual(["header: string", "path: integer"]);
  expect(typesOf("delete")).toEqual(["path: string", "header: string"]);
});

test("two examples of an error code may have other messages", async () => {
  const example = (message: string) => ({
    value: { error: { code: "invalid", message } },
  });
  const content = {
    "application/json": {
      schema: { type: "object" },
      examples: { name: example("A bad name"), age: example("A bad age") },
    },
  };
  const responses = { ...done, "400": { description: "Bad.", content } };
  const paths = { "/trees": { get: { operationId: "listTrees", responses } } };
  const { files } = await makeFor(
    write("messages", { openapi: "3.1.1", paths }),
  );
  expect(files.has("types.ts")).toBe(true);
});
