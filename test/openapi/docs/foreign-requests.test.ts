import { describe, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { docsOf, pageOf, sampleIn } from "./docs-of-contract.ts";

// Tests the requests that the samples of a contract send which nobody here wrote: address, parameters
// and body.

const done = { "204": { description: "Done." } };
const json = (schema: object, more: object = {}) => ({
  content: { "application/json": { schema, ...more } },
});
const rose = {
  type: "object",
  required: ["kind", "petals"],
  properties: { kind: { const: "rose" }, petals: { type: "integer" } },
};

test.each([
  { url: "https://depot.invalid/", shown: "https://depot.invalid/plants" },
  { url: "/", shown: "$DEPOT_BASE_URL/plants" },
])("the server $url is followed by one slash", async ({ url, shown }) => {
  const read = await docsOf({
    servers: [{ url }],
    paths: { "/plants": { get: { operationId: "plant", responses: done } } },
  });
  const page = read("plant.html").replaceAll(/<[^>]*>/g, "");
  expect(page).toContain(shown);
  expect(page).not.toContain("//plants");
  expect(read("postman.json")).not.toContain(`"value": "${url}"`);
});

test("the server of an operation is that of its samples", async () => {
  const read = await docsOf({
    servers: [{ url: "https://depot.invalid/v1" }],
    paths: {
      "/plants": {
        servers: [{ url: "/other" }],
        get: { operationId: "listPlants", responses: done },
        post: {
          operationId: "plant",
          responses: done,
          servers: [
            {
              url: "https://{bed}.invalid",
              variables: { bed: { default: "north" } },
            },
          ],
        },
      },
    },
  });
  const page = read("plant.md");
  expect(page).toContain("POST `https://north.invalid/plants`");
  for (const language of ["curl", "TypeScript", "Python", "Go"])
    expect(sampleIn(page, language)).toContain("https://north.invalid");
  expect(read("listPlants.md")).toContain("https://depot.invalid/other/plants");
  const { item } = JSON.parse(read("postman.json")) as Json;
  expect(JSON.stringify(item)).toContain("https://north.invalid/plants");
});

test("an operation that names the server of its contract reads the address of the client", async () => {
  const servers = [{ url: "https://depot.invalid/v1" }];
  const get = { operationId: "list", servers, responses: done };
  const read = await docsOf({ servers, paths: { "/plants": { get } } });
  expect(sampleIn(read("list.md"), "curl")).toBe(
    'curl "$DEPOT_BASE_URL/plants"',
  );
});

describe("samples", () => {
  const parameter = (name: string, more: object) => ({
    name,
    in: "query",
    required: true,
    schema: { type: ["array", "object"] },
    ...more,
  });
  const inPath = (name: string, more: object) =>
    parameter(name, { in: "path", ...more });
  const inHeader = (name: string, more: object) =>
    parameter(name, { in: "header", ...more });
  const inCookie = (name: string, more: object) =>
    parameter(name, { in: "cookie", ...more });
  const list = { example: ["a b", "c"] };
  const object = { example: { x: 1, y: 2 } };

  test("write each parameter in its style", async () => {
    const deep = { example: { z: { n: 1 } } };
    const asJson = { content: { "application/json": { example: { n: 1 } } } };
    const read = await docsOf({
      paths: {
        "/p/{simple}/{label}/{matrix}/{object}/{dot}/{row}": {
          get: {
            operationId: "plant",
            parameters: [
              inPath("object", { style: "matrix", explode: true, ...object }),
              inPath("matrix", { style: "matrix", ...object }),
              inPath("label", { style: "label", explode: true, ...list }),
              inPath("simple", list),
              inPath("dot", { style: "label", example: 5 }),
              inPath("row", { style: "matrix", example: 7 }),
              parameter("many", list),
              parameter("few", { explode: false, ...list }),
              parameter("fields", object),
              parameter("flat", { explode: false, ...object }),
              parameter("deep", { style: "deepObject", ...deep }),
              parameter("space", {
                style: "spaceDelimited",
                explode: false,
                ...list,
              }),
              parameter("pipe", {
                style: "pipeDelimited",
                explode: false,
                ...list,
              }),
              parameter("where", asJson),
              inHeader("X-Beds", list),
              inCookie("crumb", { example: "c1" }),
              inCookie("jar", { style: "cookie", ...object }),
            ],
            responses: done,
          },
        },
      },
    });
    const curl = sampleIn(read("plant.md"), "curl");
    expect(curl).toContain(
      "/p/a%20b,c/.a%20b.c/;matrix=x,1,y,2/;x=1;y=2/.5/;row=7?",
    );
    expect(curl).toContain(
      "?many=a%20b&many=c&few=a%20b,c&x=1&y=2&flat=x,1,y,2&deep%5Bz%5D%5Bn%5D=1" +
        "&space=a%20b%20c&pipe=a%20b|c&where=%7B%22n%22%3A1%7D",
    );
    expect(curl).toContain("-H 'X-Beds: a b,c'");
    expect(curl).toContain("-b 'crumb=c1; x=1; y=2'");
    const typescript = sampleIn(read("plant.md"), "TypeScript");
    expect(typescript).toContain('("a b,c", ".a b.c", ";matrix=x,1,y,2"');
    expect(typescript).toContain('Cookie: "crumb=c1; x=1; y=2"');
    for (const file of ["plant.md", "plant.html", "postman.json"])
      expect(read(file)).not.toContain("[object Object]");
  });

  test("have a value for what is required and has no example", async () => {
    const page = await pageOf({
      parameters: [
        parameter("rows", { schema: { type: "integer", minimum: 4 } }),
        parameter("side", { schema: { enum: ["north", "south"] } }),
        inHeader("X-Hall", { schema: { type: "string" } }),
        parameter("optional", { required: false, schema: {} }),
      ],
      requestBody: { required: true, ...json(rose) },
      responses: done,
    });
    const curl = sampleIn(page, "curl");
    expect(curl).toContain("?rows=4&side=north");
    expect(curl).toContain("-H 'X-Hall: example'");
    expect(curl).toContain(`-d '{"kind": "rose", "petals": 1}'`);
    expect(sampleIn(page, "TypeScript")).toMatch(
      /\{ kind: "rose", petals: 1 \}, \{ rows: 4, side: "north" \}/,
    );
    for (const language of ["Python", "Go"])
      expect(sampleIn(page, language)).toMatch(/rows[^]*north/i);
  });

  test("show a filter, and neither a page nor the objects of one other object", async () => {
    const optional = (name: string) => ({
      ...parameter(name, { required: false, schema: {}, example: "x" }),
    });
    const names = ["limit", "cursor", "owner_id", "kind", "shade"];
    const page = await pageOf({
      parameters: names.map(optional),
      responses: done,
    });
    expect(sampleIn(page, "curl")).toContain('/plants?kind=x"');
  });

  test("have an empty query before the headers of a call", async () => {
    const page = await pageOf({
      parameters: [
        parameter("kind", { required: false, schema: {} }),
        inHeader("X-Hall", { example: "a" }),
      ],
      responses: done,
    });
    expect(sampleIn(page, "TypeScript")).toMatch(
      /\(\{\}, \{ headers: \{ "X-Hall": "a" \} \}\)/,
    );
  });

  test("write the fields of a form in their styles", async () => {
    const schema = {
      type: "object",
      required: ["rows", "name", "size"],
      properties: {
        rows: { type: "array", example: ["a b", "c"] },
        name: { type: "string", example: "it's" },
        size: { type: "object", example: { x: { y: 1 } } },
      },
    };
    const encoding = {
      rows: { style: "pipeDelimited", explode: false },
      size: { style: "deepObject", explode: true },
    };
    const page = await pageOf({
      requestBody: {
        content: { "application/x-www-form-urlencoded": { schema, encoding } },
      },
      responses: done,
    });
    expect(sampleIn(page, "curl")).toContain("--data-urlencode 'rows=a b|c'");
    expect(sampleIn(page, "curl")).toContain("--data-urlencode 'size[x][y]=1'");
    expect(sampleIn(page, "Go")).toContain(
      '"rows=a+b%7Cc&name=it%27s&size%5Bx%5D%5By%5D=1"',
    );
  });

  test("send a file and a text as they are", async () => {
    const bodyOf = (mediaType: string, media: object) => ({
      requestBody: { content: { [mediaType]: media } },
      responses: done,
    });
    const text = await pageOf(
      bodyOf("text/plain", { schema: { type: "string" }, example: "it's" }),
    );
    expect(sampleIn(text, "curl")).toContain(
      String.raw`--data-binary 'it'\''s'`,
    );
    expect(sampleIn(text, "Go")).toMatch(/\t"strings"\n[^]*strings\.NewReader/);
    const bytes = { schema: { type: "string", format: "binary" } };
    const csv = await pageOf(bodyOf("text/csv", bytes));
    expect(sampleIn(csv, "curl")).toContain('--data-binary "@body.');
    const xml = { schema: { type: "string" } };
    const document = await pageOf(bodyOf("application/xml", xml));
    expect(sampleIn(document, "curl")).toContain('--data-binary "@body.');
    const image = await pageOf(bodyOf("image/*", bytes));
    expect(sampleIn(image, "curl")).toContain(
      '-H "Content-Type: application/octet-stream"',
    );
    const file = await pageOf(bodyOf("application/octet-stream", bytes));
    expect(sampleIn(file, "curl")).toContain('--data-binary "@body.bin"');
    expect(sampleIn(file, "TypeScript")).toContain(
      'await openAsBlob("body.bin")',
    );
    expect(sampleIn(file, "Python")).toContain('open("body.bin", "rb")');
    expect(sampleIn(file, "Go")).toContain('os.Open("body.bin")');
  });
});

test("parameters of the same name in the path and in the query have ids and values of their own", async () => {
  const id = { name: "id", required: true, schema: { type: "string" } };
  const read = await docsOf({
    paths: {
      "/plants/{id}": {
        get: {
          operationId: "find",
          parameters: [
            { ...id, in: "path", example: "rose" },
            { ...id, in: "query", example: "oak" },
          ],
          responses: done,
        },
      },
    },
  });
  const page = read("find.html");
  expect(page).toMatch(/name="id"\s+data-in="path"\s+value="rose"/);
  expect(page).toMatch(/name="id"\s+data-in="query"\s+value="oak"/);
  expect(page.match(/<li id="parameter-[^"]*"/g)).toEqual([
    '<li id="parameter-id"',
    '<li id="parameter-id-in-query"',
  ]);
});

test("names of parameters that are no names of code are in quotes", async () => {
  const parameters = ["1st", "__proto__", "a-b"].map((name) => ({
    name,
    in: "query",
    required: true,
    schema: { type: "string" },
  }));
  const page = await pageOf({ parameters, responses: done });
  expect(sampleIn(page, "TypeScript")).toMatch(
    /"1st": "example",\s+\["__proto__"\]: "example",\s+"a-b": "example"/,
  );
});

test("the sample of a HEAD ends", async () => {
  const read = await docsOf({
    paths: { "/plants": { head: { operationId: "look", responses: done } } },
  });
  expect(sampleIn(read("look.md"), "curl")).toBe(
    'curl --head "$DEPOT_BASE_URL/plants"',
  );
});

test("the example null of a body is sent", async () => {
  const page = await pageOf({
    requestBody: json({ type: ["object", "null"] }, { example: null }),
    responses: done,
  });
  expect(sampleIn(page, "curl")).toContain("-d 'null'");
});
