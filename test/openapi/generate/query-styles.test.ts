import { createServer } from "node:http";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../support/process.ts";
import { listenLocally } from "../../support/raw.ts";
import { compileIn, makeOut } from "./compiled.ts";

// The client of another contract writes the parameters of a query by their styles.

let sent: string | undefined;
const server = createServer((request, response) => {
  sent = request.url;
  response.writeHead(204).end();
});
const address = `http://${await listenLocally(server, afterAll)}`;

const list = { type: "array", items: { type: "string" } };
const size = { type: "object", properties: { x: { type: "integer" } } };
const page = {
  type: "object",
  properties: { from: { type: "integer" }, sort: list, by: size },
};
const parameters = [
  { name: "tag", in: "query", schema: list, example: ["a", "b"] },
  { name: "id", in: "query", explode: false, schema: list },
  { name: "dock", in: "query", style: "pipeDelimited", schema: list },
  { name: "size", in: "query", schema: size },
  { name: "page", in: "query", schema: page },
  { name: "deep", in: "query", style: "deepObject", schema: size },
  {
    name: "where",
    in: "query",
    content: { "application/json": { schema: size } },
  },
  {
    name: "note",
    in: "query",
    content: { "text/plain": { schema: { type: "string" } } },
  },
];
const contract = {
  paths: {
    "/parcels": {
      get: {
        operationId: "listParcels",
        tags: ["parcels"],
        parameters,
        responses: { "204": { description: "Done." } },
      },
    },
  },
};

test("each parameter is written in the style of the contract", async () => {
  const { out, notes, files } = await makeOut(contract);
  const program = `
import { createClient } from "./client/index.ts";
const api = createClient({ apiKey: "secret", baseUrl: "${address}" });
await api.parcels.list({ tag: ["a", "b"], id: ["1", "2"], dock: ["n", "s"], size: { x: 1 }, page: { from: 0, sort: ["a", "b"], by: { x: 1 } }, deep: { x: 2 }, where: { x: 3 }, note: "a b" });
`;
  writeFileSync(join(out, "package.json"), '{ "type": "module" }');
  expect(await compileIn(out, program)).toBe("");
  const ended = await run(join(out, "program.ts"), []);
  expect(ended.stderr).toBe("");
  expect(sent).toBe(
    "/parcels?tag=a&tag=b&id=1,2&dock=n|s&x=1&from=0&sort=a&sort=b&by=%7B%22x%22%3A1%7D&deep%5Bx%5D=2&where=%7B%22x%22%3A3%7D&note=a%20b",
  );
  expect(notes.join()).toContain("`api.raw` needs a `querySerializer`");
  expect(files.get("openapi.json")).toContain("/parcels?tag=a&tag=b");
});

test("a sample writes a list in an object as the client does", async () => {
  const parameter = { name: "page", in: "query", required: true, schema: page };
  const { files } = await makeOut({
    paths: {
      "/docks": {
        get: {
          operationId: "listDocks",
          parameters: [{ ...parameter, example: { sort: ["a", "b"] } }],
          responses: { "204": { description: "Done." } },
        },
      },
    },
  });
  expect(files.get("openapi.json")).toContain("/docks?sort=a&sort=b");
});
