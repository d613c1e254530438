import { expect, test } from "vitest";
import { docsOf } from "./docs-of-contract.ts";

// Tests the Postman collection of contracts that nobody here wrote.

const text = { type: "string" };
const parameter = (name: string, location: string, example: string) => ({
  name,
  in: location,
  required: true,
  schema: text,
  example,
});

interface Url {
  raw: string;
  path: string[];
  variable: { key: string; value: string }[];
  query: { key: string; value: string; disabled: boolean }[];
}

/** The part of a collection that lists requests and variables. */
interface Collection {
  item: { name: string; item: { name: string }[] }[];
  variable: { key: string }[];
}

/** Builds the collection of a contract with one operation, and returns the address of its request. */
async function urlOf(path: string, parameters: object[]): Promise<Url> {
  const read = await docsOf({
    paths: {
      [path]: {
        get: {
          operationId: "find",
          tags: ["Plants"],
          parameters,
          responses: { "200": { description: "Found." } },
        },
      },
    },
  });
  const { item } = JSON.parse(read("postman.json")) as {
    item: { item: { request: { url: Url } }[] }[];
  };
  const url = item[0]?.item[0]?.request.url;
  if (!url) throw new Error("The collection has no request.");
  return url;
}

test("a parameter that is a whole segment of the path is a variable, whatever its name", async () => {
  const url = await urlOf("/plants/{plant-id}", [
    parameter("plant-id", "path", "rose"),
  ]);
  expect(url.path).toEqual(["plants", ":plant-id"]);
  expect(url.variable).toMatchObject([{ key: "plant-id", value: "rose" }]);
});

test("a segment with several parameters has their values, as Postman has no variables for parts", async () => {
  const url = await urlOf("/compare/{from}...{to}", [
    parameter("from", "path", "rose"),
    parameter("to", "path", "oak"),
  ]);
  expect(url.path).toEqual(["compare", "rose...oak"]);
  expect(url.raw).toMatch(/\/compare\/rose\.\.\.oak$/);
  expect(url.variable).toEqual([]);
});

test("parameters of the same name in the path and in the query keep their own values", async () => {
  const url = await urlOf("/plants/{id}", [
    parameter("id", "path", "rose"),
    parameter("id", "query", "oak"),
  ]);
  expect(url.variable).toMatchObject([{ key: "id", value: "rose" }]);
  expect(url.query).toMatchObject([{ key: "id", value: "oak" }]);
});

test("a parameter that the sample does not send is there, and not sent", async () => {
  const url = await urlOf("/plants", [
    parameter("bed", "query", "north"),
    { ...parameter("row", "query", "2"), required: false },
  ]);
  expect(url.query).toMatchObject([
    { key: "bed", value: "north", disabled: false },
    { key: "row", value: "2", disabled: true },
  ]);
});

test("a collection has no empty folder, and a credential of all requests once", async () => {
  const plain = { responses: { "204": { description: "Done." } } };
  const read = await docsOf({
    security: [{ key: [] }],
    tags: [{ name: "Plants" }, { name: "Beds" }],
    paths: {
      "/plants": {
        get: { ...plain, tags: ["Plants"], summary: "List plants" },
        delete: { ...plain, tags: ["Beds"], summary: "Clear" },
      },
    },
    components: {
      securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    },
  });
  const { item, variable } = JSON.parse(read("postman.json")) as Collection;
  expect(item.map((folder) => folder.name)).toEqual(["Plants", "Deletions"]);
  expect(variable.map(({ key }) => key)).toEqual(["DEPOT_BASE_URL", "KEY"]);
});

test("Postman writes the media type of a form with files itself, as it makes the boundary", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        post: {
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["note"],
                  properties: { note: text },
                },
              },
            },
          },
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });
  const { item } = JSON.parse(read("postman.json"));
  const { header, body } = item[0].item[0].request;
  expect(header).toEqual([]);
  expect(body.mode).toBe("formdata");
});
