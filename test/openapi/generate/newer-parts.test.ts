import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { makeOut } from "./compiled.ts";

// Tests the notes of `npm run generate -- FILE --out DIR` about parts that a written file lacks.

const done = { "204": { description: "Done." } };
const list = { operationId: "listBeds", responses: done };

test("the edition of OpenAPI 3.0 has no part of 3.2, and a note names each", async () => {
  const text = { "text/plain": { schema: { type: "string" } } };
  const { files, notes } = await makeOut({
    openapi: "3.2.0",
    $self: "https://garden.invalid/openapi.yaml",
    servers: [{ url: "https://garden.invalid", name: "main" }],
    tags: [
      { name: "Beds", kind: "nav" },
      { name: "Rows", parent: "Beds", summary: "R" },
    ],
    paths: {
      "/beds": {
        get: {
          ...list,
          security: [{ certificate: [], key: [] }],
          parameters: [
            { name: "all", in: "querystring", content: text },
            { $ref: "#/components/parameters/Raw" },
            { $ref: "#/components/parameters/Row" },
          ],
          responses: {
            "200": {
              description: "Beds.",
              content: { "application/jsonl": { itemSchema: {} } },
            },
          },
        },
      },
    },
    components: {
      parameters: {
        Raw: { name: "raw", in: "querystring", content: text },
        Row: { name: "row", in: "query", schema: { type: "string" } },
      },
      securitySchemes: {
        certificate: { type: "mutualTLS" },
        key: { type: "apiKey", in: "header", name: "X-Key" },
      },
    },
  });
  const leftOut = [
    "`$self`: https://garden.invalid/openapi.yaml",
    "mutual TLS: certificate",
    "the names of servers: main",
    "the `kind` of tags: Beds",
    "the `parent` of tags: Rows",
    "the `summary` of tags: Rows",
    "`in: querystring`: GET /beds",
    "`itemSchema`: GET /beds",
  ];
  expect(notes).toEqual(
    expect.arrayContaining(
      leftOut.map((part) => `openapi-3.0.json leaves out ${part}.`),
    ),
  );
  const edition = JSON.parse(files.get("openapi-3.0.json") ?? "") as Json;
  expect(JSON.stringify(edition)).not.toMatch(
    /\$self|itemSchema|querystring|mutualTLS|"(certificate|kind|parent)"/,
  );
  expect(edition.servers).toEqual([{ url: "https://garden.invalid" }]);
  const { get } = edition.paths["/beds"];
  expect(get.security).toEqual([{ key: [] }]);
  expect(get.parameters).toEqual([{ $ref: "#/components/parameters/Row" }]);
  expect(Object.keys(edition.components.parameters)).toEqual(["Row"]);
});

test("the edition of OpenAPI 3.0 has no other part of 3.2 in schemas, media types and schemes", async () => {
  const bed = { $ref: "#/components/schemas/Bed" };
  const token = "https://garden.invalid/token";
  const { files, notes } = await makeOut({
    openapi: "3.2.0",
    info: {
      ...{ title: "Garden", version: "1.0.0" },
      license: { name: "MIT", identifier: "MIT" },
    },
    webhooks: { grown: { post: { responses: done } } },
    paths: {
      "/beds": {
        get: {
          ...list,
          responses: {
            "200": {
              summary: "All beds",
              content: {
                "application/json": { $ref: "#/components/mediaTypes/Bed" },
                "multipart/mixed": {
                  schema: { type: "array", items: bed },
                  prefixEncoding: [{ contentType: "application/json" }],
                },
              },
            },
          },
        },
      },
    },
    components: {
      mediaTypes: { Bed: { schema: bed } },
      schemas: {
        Row: { type: "object", properties: { kind: { type: "string" } } },
        Bed: {
          oneOf: [{ $ref: "#/components/schemas/Row" }],
          discriminator: {
            propertyName: "kind",
            defaultMapping: "#/components/schemas/Row",
          },
        },
      },
      securitySchemes: {
        login: {
          ...{ type: "oauth2", deprecated: true, oauth2MetadataUrl: token },
          flows: {
            deviceAuthorization: {
              ...{ deviceAuthorizationUrl: token, tokenUrl: token, scopes: {} },
            },
            clientCredentials: { tokenUrl: token, scopes: {} },
          },
        },
      },
    },
  });
  for (const part of [
    "webhooks: grown",
    "the `identifier` of the license: MIT",
    "the flow `deviceAuthorization`: login",
    "`oauth2MetadataUrl`: login",
    "`deprecated` of security schemes: login",
    "`defaultMapping` of discriminators: Row",
    "`prefixEncoding`: GET /beds",
  ])
    expect(notes).toContain(`openapi-3.0.json leaves out ${part}.`);
  const types = files.get("types.ts");
  expect(types).toContain('"application/json": components["schemas"]["Bed"];');
  expect(types).toContain("kind?: string;");
  const edition = JSON.parse(files.get("openapi-3.0.json") ?? "") as Json;
  expect(edition.info.license).toEqual({ name: "MIT" });
  const { content, ...response } = edition.paths["/beds"].get.responses["200"];
  expect(response).toEqual({ description: "All beds" });
  expect(content["application/json"]).toEqual({ schema: bed });
  expect(edition.components.mediaTypes).toBeUndefined();
  expect(edition.components.securitySchemes.login).toEqual({
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: token, scopes: {} } },
  });
  expect(edition.components.schemas.Bed.discriminator).toEqual({
    propertyName: "kind",
  });
});

test("the edition of OpenAPI 3.0 has the data of examples, and no newer words for cookies, parts and XML", async () => {
  const text = { type: "string" };
  const form = {
    schema: { type: "object", properties: { bed: { type: "object" } } },
    examples: { one: { serializedValue: "--a" } },
    encoding: {
      bed: {
        contentType: "multipart/mixed",
        encoding: { row: { contentType: "text/plain" } },
      },
    },
  };
  const server = { url: "https://garden.invalid", name: "main" };
  const { files, notes } = await makeOut({
    openapi: "3.2.0",
    paths: {
      "/beds": {
        get: { ...list, responses: {} },
        post: {
          operationId: "addBed",
          parameters: [
            {
              ...{ name: "row", in: "cookie", style: "cookie", schema: text },
              examples: { one: { dataValue: "a b", serializedValue: "a b" } },
            },
          ],
          requestBody: { content: { "multipart/form-data": form } },
          callbacks: { grown: { "{$url}": { post: { summary: "Grown" } } } },
          responses: {
            "204": {
              ...done["204"],
              links: { beds: { operationId: "listBeds", server } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Bed: {
          type: "object",
          properties: {
            id: { ...text, xml: { nodeType: "attribute" } },
            rows: {
              ...{ type: "array", items: text },
              xml: { nodeType: "element", name: "all" },
            },
            note: { ...text, xml: { nodeType: "cdata", name: "n" } },
          },
        },
      },
    },
  });
  for (const part of [
    "the names of servers: main",
    "the `nodeType` of XML: cdata",
    "`style: cookie`: POST /beds",
    "the `encoding` inside of parts: POST /beds",
  ])
    expect(notes).toContain(`openapi-3.0.json leaves out ${part}.`);
  const edition = JSON.parse(files.get("openapi-3.0.json") ?? "") as Json;
  expect(await new Validator().validate(edition)).toMatchObject({
    valid: true,
  });
  const { get, post } = edition.paths["/beds"];
  expect(get.responses).toEqual({ default: { description: "" } });
  expect(post.parameters).toEqual([
    {
      ...{ name: "row", in: "cookie", schema: text },
      examples: { one: { value: "a b" } },
    },
  ]);
  expect(post.requestBody.content["multipart/form-data"]).toMatchObject({
    examples: { one: { value: "--a" } },
    encoding: { bed: { contentType: "multipart/mixed" } },
  });
  const { properties } = edition.components.schemas.Bed;
  expect(properties.id.xml).toEqual({ attribute: true });
  expect(properties.rows.xml).toEqual({ wrapped: true, name: "all" });
  expect(properties.note.xml).toEqual({ name: "n" });
});

test("a note names the operations whose server the client does not use", async () => {
  const { notes } = await makeOut({
    servers: [{ url: "https://garden.invalid" }],
    paths: {
      "/beds": {
        get: list,
        servers: [{ url: "https://beds.invalid" }],
        put: {
          operationId: "putBeds",
          responses: done,
          servers: [{ url: "https://garden.invalid" }],
        },
      },
    },
  });
  expect(notes).toEqual([
    "The client sends GET /beds to its `baseUrl`, though the contract has another server there.",
  ]);
});

test("notes name the operations whose success is bytes, and what of a request the client cannot write", async () => {
  const { notes } = await makeOut({
    paths: {
      "/picture": {
        get: {
          operationId: "readPicture",
          responses: {
            "200": {
              description: "P.",
              content: {
                "image/png": {},
                "text/csv": { schema: { type: "string" } },
              },
            },
          },
        },
      },
      "/{bed=beds/*}": {
        get: { operationId: "readBed", responses: done },
        parameters: [
          {
            name: "bed",
            in: "path",
            required: true,
            schema: { type: "string" },
          },
        ],
      },
      "/report": {
        get: {
          operationId: "readReport",
          responses: {
            "200": {
              description: "R.",
              content: { "application/json": {}, "application/x-cad": {} },
            },
          },
        },
        post: {
          operationId: "sendReport",
          requestBody: { content: { "multipart/related": {} } },
          responses: done,
        },
      },
    },
  });
  expect(notes).toEqual([
    "The client sends `{bed=beds/*}` of GET /{bed=beds/*} as it is written: the contract has no such parameter.",
    expect.stringContaining("reads the success of GET /picture as text"),
    expect.stringContaining("asks for the JSON of GET /report alone"),
    expect.stringContaining("the body of POST /report as it is: give a Blob"),
  ]);
});

test("a note names the parts of forms whose headers or media types the client does not send", async () => {
  const meta = { type: "object" };
  const { notes } = await makeOut({
    paths: {
      "/pictures": {
        post: {
          operationId: "addPicture",
          responses: done,
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: { type: "object", properties: { meta, other: meta } },
                encoding: {
                  meta: { contentType: "application/vnd.meta+json" },
                  page: { contentType: "text/csv", headers: {} },
                  photo: { contentType: "image/png, image/jpeg" },
                  other: { style: "deepObject" },
                },
              },
            },
          },
        },
      },
    },
  });
  expect(notes).toEqual([
    "The client sends no headers of the parts `page` of POST /pictures, `photo` of POST /pictures, and of several media types only that of a Blob.",
  ]);
});
