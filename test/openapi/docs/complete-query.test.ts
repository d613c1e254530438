import { expect, test } from "vitest";
import { docsOf, sampleIn } from "./docs-of-contract.ts";

// Tests the docs of a parameter that is the complete query (`in: querystring` of OpenAPI 3.2).

const form = "application/x-www-form-urlencoded";

/** Returns the sample of an operation with such a parameter, and the query of its Postman request. */
async function queryOf(media: string, content: object) {
  const read = await docsOf({
    openapi: "3.2.0",
    paths: {
      "/beds": {
        get: {
          operationId: "listBeds",
          parameters: [
            {
              name: "all",
              in: "querystring",
              required: true,
              content: { [media]: content },
            },
          ],
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });
  const { item } = JSON.parse(read("postman.json"));
  return {
    curl: sampleIn(read("listBeds.md"), "curl"),
    postman: item[0].item[0].request.url.query,
  };
}

test("a parameter that is the complete query is sent", async () => {
  const schema = {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string", example: "a&b" } },
  };
  const { curl, postman } = await queryOf(form, { schema });
  expect(curl).toBe('curl "$DEPOT_BASE_URL/beds?kind=a%26b"');
  expect(postman).toEqual([{ key: "kind", value: "a%26b" }]);
});

test.each([
  {
    media: "application/json",
    example: { kind: "oak" },
    query: "%7B%22kind%22%3A%22oak%22%7D",
  },
  { media: "text/plain", example: "a&b=c", query: "a%26b%3Dc" },
  { media: form, example: "kind=oak&row=1", query: "kind=oak&row=1" },
])(
  "a complete query of $media is written as it is sent",
  async ({ media, example, query }) => {
    const { curl } = await queryOf(media, { schema: {}, example });
    expect(curl).toBe(`curl "$DEPOT_BASE_URL/beds?${query}"`);
  },
);

test("a query as a text keeps an equals sign in a value", async () => {
  const schema = { type: "string" };
  const { postman } = await queryOf(form, {
    schema,
    example: "where=bed=north",
  });
  expect(postman).toEqual([{ key: "where", value: "bed=north" }]);
});
