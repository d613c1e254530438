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

test("a callback that is a path item of the components is in the bundles", async () => {
  const item = { $ref: "#/components/pathItems/Grown" };
  const callback = { "{$request.query.url}": item };
  const { files } = await makeFor(
    write("callback", {
      openapi: "3.1.1",
      paths: {
        "/trees": {
          get: {
            operationId: "listTrees",
            callbacks: { grown: callback },
            responses: done,
          },
        },
      },
      components: {
        callbacks: { Gone: callback },
        pathItems: {
          Grown: { post: { operationId: "grown", responses: done } },
        },
      },
    }),
  );
  const bundle = JSON.parse(files.get("openapi.json") ?? "");
  const { callbacks } = bundle.paths["/trees"].get;
  expect(callbacks.grown["{$request.query.url}"]).toEqual({
    post: { operationId: "grown", responses: done },
  });
  expect(bundle.components.callbacks.Gone["{$request.query.url}"]).toEqual({
    post: { responses: done },
  });
});

test("a callback that leads back to its own path item is in the bundles once", async () => {
  const item = { $ref: "#/components/pathItems/Grown" };
  const callbacks = { grown: { "{$request.query.url}": item } };
  const grown = { operationId: "grown", callbacks, responses: done };
  const { files } = await makeFor(
    write("circle", {
      openapi: "3.1.1",
      paths: {
        "/trees": {
          get: { operationId: "listTrees", callbacks, responses: done },
        },
      },
      components: { pathItems: { Grown: { post: grown } } },
    }),
  );
  const bundle = JSON.parse(files.get("openapi.json") ?? "");
  const { post } =
    bundle.paths["/trees"].get.callbacks.grown["{$request.query.url}"];
  expect(post.operationId).toBe("grown");
  expect(post.callbacks.grown["{$request.query.url}"]).toEqual({
    $ref: "#/paths/~1trees/get/callbacks/grown/%7B$request.query.url%7D",
  });
});

test("a file of a path may be that of a callback too", async () => {
  const grown = { post: { operationId: "grown", responses: done } };
  writeFileSync(join(folder, "grown.yaml"), stringify(grown));
  const item = { $ref: "grown.yaml" };
  const callbacks = { grown: { "{$request.query.url}": item } };
  const trees = { operationId: "listTrees", callbacks, responses: done };
  const paths = { "/trees": { get: trees }, "/grown": item };
  const { files } = await makeFor(write("both", { openapi: "3.1.1", paths }));
  const bundle = JSON.parse(files.get("openapi.json") ?? "");
  expect(bundle.paths["/grown"].post.operationId).toBe("grown");
  expect(
    bundle.paths["/trees"].get.callbacks.grown["{$request.query.url}"],
  ).toEqual({ post: { responses: done } });
});

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

test("the samples that the author wrote come before those that are made", async () => {
  const own = { lang: "Ruby", label: "Ruby", source: "Tree.all" };
  const get = { "x-codeSamples": [own], responses: done };
  const paths = { "/trees": { get } };
  const { files } = await makeFor(write("own", { openapi: "3.1.1", paths }));
  const bundle = JSON.parse(files.get("openapi.json") ?? "");
  const [first, second] = bundle.paths["/trees"].get["x-codeSamples"];
  expect(first).toEqual(own);
  expect(second).toMatchObject({ label: "curl" });
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

test("names of an API that are like keywords stay in the bundles", async () => {
  // Given `x-client`, which the bundles leave out as a keyword, as a name of the API everywhere.
  const name = "x-client";
  const text = { type: "string" };
  const schema = {
    type: "object",
    properties: { [name]: text },
    patternProperties: { [name]: text },
    dependentSchemas: { [name]: { minProperties: 1 } },
    dependentRequired: { [name]: ["id"] },
    $defs: { [name]: text },
  };
  const header = { schema: text };
  const json = { "application/json": { schema } };
  const link = { operationId: "listTrees", parameters: { [name]: "a" } };
  const response = {
    description: "Done.",
    headers: { [name]: header },
    content: json,
    links: { [name]: link },
  };
  const callback = { "{$request.query.url}": { post: { responses: done } } };
  const form = {
    schema,
    examples: { [name]: { value: {} } },
    encoding: { [name]: { headers: { [name]: header } } },
  };
  const operation = {
    operationId: "listTrees",
    requestBody: { content: { "multipart/form-data": form } },
    callbacks: { [name]: callback },
    responses: { "200": response },
  };
  const contract = {
    openapi: "3.1.1",
    servers: [{ url: "/{x-client}", variables: { [name]: { default: "a" } } }],
    paths: { "/trees": { get: operation } },
    webhooks: { [name]: { post: { operationId: "grown", responses: done } } },
    components: {
      schemas: {
        Tree: schema,
        Plant: {
          oneOf: [{ $ref: "#/components/schemas/Tree" }],
          discriminator: {
            propertyName: "id",
            mapping: { [name]: "#/components/schemas/Tree" },
          },
        },
      },
      securitySchemes: {
        login: {
          type: "oauth2",
          flows: { password: { tokenUrl: "/", scopes: { [name]: "All." } } },
        },
      },
    },
  };
  // When the bundles are made.
  const { files } = await makeFor(write("names", contract));
  const bundle = JSON.parse(files.get("openapi.json") ?? "");
  // Then they have every one.
  expect(bundle).toMatchObject(contract);
});
