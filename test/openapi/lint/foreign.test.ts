import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { lintCore } from "../../../openapi/lint/core.ts";
import { temporaryFolder } from "../../support/folder.ts";

// What `npm run lint -- FILE` says of contracts that nobody here wrote.

const folder = temporaryFolder(afterAll);
let written = 0;

function write(contract: object, openapi = "3.1.0"): string {
  const file = join(folder, `${++written}.yaml`);
  const head = { openapi, info: { title: "Harbour", version: "1.0.0" } };
  writeFileSync(file, stringify({ ...head, ...contract }));
  return file;
}

const lint = async (contract: object, openapi?: string) =>
  (await lintCore(write(contract, openapi))).map(
    ({ ruleId, severity }) => `${severity} ${ruleId}`,
  );

const get = (schema: object, more: object = {}) => ({
  get: {
    operationId: "readShip",
    responses: {
      "200": {
        description: "Done.",
        content: { "application/json": { schema } },
      },
    },
    ...more,
  },
});
const withOperation = (operation: object, more: object = {}) => ({
  paths: { "/ships": get({}, operation) },
  ...more,
});
const responses = { "204": { description: "Done." } };
/** Callbacks with one operation. */
const calledBack = (operation: object) => ({
  moved: {
    "{$request.body#/url}": { post: { responses, ...operation } },
  },
});
const size = { $ref: "#/components/schemas/Size" };
const shipId = { name: "id", in: "path", required: true, schema: {} };
const trace = { name: "Trace", in: "header", schema: {} };
const ship = { $ref: "#/components/schemas/Ship" };
const withShip = (schema: unknown, more: object = {}) => ({
  paths: { "/ships": get(ship) },
  components: { schemas: { Ship: schema, ...more } },
});

test.each<{ name: string; contract: object; openapi?: string }>([
  {
    name: "an extension of somebody else",
    contract: { ...withShip({}), "x-dock": { a: 1 } },
  },
  {
    name: "an extension whose name Redocly uses otherwise",
    contract: {
      ...withShip({ "x-enumDescriptions": 5 }),
      tags: [{ name: "Ships", "x-displayName": 7 }],
      "x-tagGroups": [{ name: 3, tags: "Ships" }],
    },
  },
  {
    name: "a value that looks like a reference",
    contract: withShip({
      type: "object",
      example: { $ref: "https://harbour.invalid/1" },
      default: { $ref: "#/nowhere" },
    }),
  },
  {
    name: "a mapping by name",
    contract: withShip(
      {
        oneOf: [{ $ref: "#/components/schemas/Ferry" }],
        discriminator: { propertyName: "kind", mapping: { ferry: "Ferry" } },
      },
      {
        Ferry: {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" } },
        },
      },
    ),
  },
  { name: "true as a schema", contract: withShip(true) },
  {
    name: "a flag of 3.0",
    contract: withShip({ type: "integer", minimum: 0, exclusiveMinimum: true }),
    openapi: "3.0.3",
  },
  {
    name: "a number beyond 2^53",
    contract: withShip({ maximum: 2n ** 63n - 1n }),
  },
  {
    name: "a reference into another path",
    contract: {
      paths: {
        "/ships": get({}),
        "/boats": {
          put: {
            operationId: "b",
            responses: {
              "200": { $ref: "#/paths/~1ships/get/responses/200" },
            },
          },
        },
      },
    },
  },
  {
    name: "a path item that no path uses",
    contract: {
      ...withShip({}),
      components: {
        schemas: { Ship: {} },
        pathItems: { Ship: { parameters: [shipId], get: { responses } } },
      },
    },
  },
  {
    name: "a callback in a callback in a callback",
    contract: withOperation({
      callbacks: calledBack({
        callbacks: calledBack({ callbacks: calledBack({}) }),
      }),
    }),
  },
  {
    name: "a security scheme under two names",
    contract: withOperation(
      { security: [{ key: [] }, { old: [] }] },
      {
        components: {
          securitySchemes: {
            key: { type: "http", scheme: "basic" },
            old: { $ref: "#/components/securitySchemes/key" },
          },
        },
      },
    ),
  },
  {
    name: "the URI of a security scheme in 3.2",
    contract: withOperation({ security: [{ "./schemes.yaml#/key": [] }] }),
    openapi: "3.2.0",
  },
  {
    name: "a parameter of an operation instead of that of its path",
    contract: {
      paths: {
        "/ships": {
          parameters: [trace],
          ...get({}, { parameters: [{ ...trace, required: true }] }),
        },
      },
    },
  },
  {
    name: "a common media type of 3.2",
    contract: {
      paths: {
        "/ships": {
          post: {
            operationId: "create",
            requestBody: {
              content: {
                "application/json": {
                  $ref: "#/components/mediaTypes/Json",
                },
              },
            },
            responses: { "204": {} },
          },
        },
      },
      components: {
        mediaTypes: { Json: { schema: { type: "object" } } },
      },
    },
    openapi: "3.2.0",
  },
])("$name is no problem", async ({ contract, openapi }) => {
  expect(await lint(contract, openapi)).toEqual([]);
});

test.each<{
  name: string;
  contract: object;
  problem: string;
  openapi?: string;
}>([
  {
    name: "two paths of one template",
    contract: {
      paths: Object.fromEntries(
        ["a", "b"].map((name) => [
          `/ships/{${name}}`,
          get(
            {},
            {
              operationId: name,
              parameters: [{ name, in: "path", required: true, schema: {} }],
            },
          ),
        ]),
      ),
    },
    problem: "error no-identical-paths",
  },
  {
    name: "no operation",
    contract: { paths: {} },
    problem: "error core/has-operations",
  },
  {
    name: "a number in the place of the schema of a field whose name is like an extension",
    contract: withShip({ properties: { "x-mast": 5 } }),
    problem: "error struct",
  },
  {
    name: "a number in the place of a component whose name is like an extension",
    contract: withShip({}, { "x-mast": 5 }),
    problem: "error struct",
  },
  {
    name: "a reference that leads nowhere",
    contract: { paths: { "/ships": get(ship) } },
    problem: "error no-unresolved-refs",
  },
  {
    name: "a tag that is the parent of its grandparent",
    contract: {
      ...withShip({}),
      tags: [
        { name: "a", parent: "b" },
        { name: "b", parent: "c" },
        { name: "c", parent: "a" },
      ],
    },
    problem: "error core/tag-parents",
    openapi: "3.2.0",
  },
  {
    name: "a reference of a field `value` that leads nowhere",
    contract: withShip({ properties: { value: { $ref: "#/nowhere" } } }),
    problem: "error no-unresolved-refs",
  },
  {
    name: "a method of 3.2 without its path parameter",
    contract: {
      paths: {
        "/ships/{id}": {
          ...get({}, { parameters: [shipId] }),
          additionalOperations: { LOCK: get({}, { operationId: "lock" }).get },
        },
      },
    },
    problem: "error core/path-parameters-defined",
    openapi: "3.2.0",
  },
  {
    name: "a dynamic reference",
    contract: withShip({ $dynamicRef: "#ship", $dynamicAnchor: "ship" }),
    problem: "warn core/known-to-tools",
  },
  {
    name: "a method of 3.2",
    contract: {
      paths: {
        "/ships": { ...get({}), query: get({}, { operationId: "q" }).get },
      },
    },
    problem: "warn core/known-to-tools",
    openapi: "3.2.0",
  },
])("$name is a problem", async ({ contract, problem, openapi }) => {
  expect(await lint(contract, openapi)).toContain(problem);
});

test("a default in another file is compared with the schemas of that file", async () => {
  const sizes = {
    Size: { enum: ["a"] },
    Ship: { allOf: [size], default: "a" },
  };
  const other = { components: { schemas: sizes } };
  writeFileSync(join(folder, "other.yaml"), stringify(other));
  const contract = withShip(
    { $ref: "other.yaml#/components/schemas/Ship" },
    { Size: { enum: ["b"] } },
  );
  expect(await lint(contract)).toEqual([]);
});

test("an operationId of another file names the file that has it too", async () => {
  writeFileSync(join(folder, "boats.yaml"), stringify(get({})));
  const paths = { "/ships": get({}), "/boats": { $ref: "boats.yaml" } };
  const problems = await lintCore(write({ paths }));
  expect(problems.map(({ message }) => message)).toContain(
    `\`GET /ships\` in ${written}.yaml:8 has the operationId \`readShip\` too`,
  );
});

test("a folder with a # gets one warning, as examples are not checked there", async () => {
  const named = { name: { type: "string" } };
  const contract = withShip(
    {
      type: "object",
      properties: { captain: { $ref: "#/components/schemas/Captain" } },
      example: { captain: { name: "Ada" } },
    },
    { Captain: { type: "object", properties: named } },
  );
  expect(await lint(contract)).toEqual([]);
  const file = write(contract);
  const folderOfCSharp = join(folder, "c# projects");
  mkdirSync(folderOfCSharp);
  const moved = join(folderOfCSharp, "contract.yaml");
  renameSync(file, moved);
  const problems = await lintCore(moved);
  expect(problems).toMatchObject([
    {
      severity: "warn",
      message: expect.stringContaining("the path of the contract has a `#`"),
    },
  ]);
});
