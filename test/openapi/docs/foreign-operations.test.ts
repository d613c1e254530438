import { describe, expect, test } from "vitest";
import type { Json } from "../../support/at.ts";
import { docsOf } from "./docs-of-contract.ts";

// Tests the pages of operations of a contract that nobody here wrote.

const done = { "204": { description: "Done." } };
const json = (schema: object, more: object = {}) => ({
  content: { "application/json": { schema, ...more } },
});
const rose = {
  type: "object",
  required: ["kind", "petals"],
  properties: { kind: { const: "rose" }, petals: { type: "integer" } },
};
const oak = {
  type: "object",
  properties: { kind: { const: "oak" }, height: { type: "number" } },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Builds the page of the operation `plant`, and returns it as Markdown. */
async function pageOf(operation: object, more: object = {}) {
  const read = await docsOf({
    paths: { "/plants": { post: { operationId: "plant", ...operation } } },
    ...more,
  });
  return read("plant.md");
}

/** Returns the lines of the sample of a language. */
const sampleIn = (page: string, language: string) =>
  new RegExp(`\n${language}\n\n\`\`\`\\w+\n([^]*?)\n\`\`\``).exec(page)?.[1] ??
  "";

describe("a body", () => {
  test("with branches lists the fields of each, and the value that names it", async () => {
    const page = await pageOf(
      {
        requestBody: json({
          oneOf: [ref("Rose"), ref("Oak")],
          discriminator: {
            propertyName: "kind",
            mapping: { rosa: "#/components/schemas/Rose" },
          },
        }),
        responses: {
          "200": {
            description: "Planted.",
            ...json({ anyOf: [ref("Oak"), { title: "Moss", ...oak }] }),
          },
        },
      },
      { components: { schemas: { Rose: rose, Oak: oak } } },
    );
    expect(page).toContain("One of these, as `kind` says:");
    expect(page).toMatch(/`Rose` object for `rosa`[^]*`petals` integer/);
    expect(page).toMatch(/`Oak` object[^]*`height` number/);
    expect(page).toMatch(/At least one of these:[^]*`Moss` object/);
  });

  test("with a branch that has itself in it ends", async () => {
    const page = await pageOf(
      { requestBody: json(ref("Tree")), responses: done },
      {
        components: {
          schemas: {
            Tree: { oneOf: [ref("Fork"), { type: "string" }] },
            Fork: { type: "object", properties: { left: ref("Tree") } },
          },
        },
      },
    );
    expect(page).toMatch(/`Fork` object[^]*`left` object or string/);
  });

  test("that is no JSON says its media types and its type", async () => {
    const page = await pageOf({
      requestBody: {
        content: {
          "text/csv": { schema: { type: "string" } },
          "text/plain": { schema: { type: "string" }, example: "a; b" },
        },
      },
      responses: done,
    });
    expect(page).toContain("`text/csv`, `text/plain`: string");
  });
});

test("every response is there in the order of its status, with its headers", async () => {
  const page = await pageOf({
    responses: {
      default: { description: "Anything else." },
      "4XX": { description: "Any other mistake." },
      "404": {
        description: "No bed.",
        ...json({ properties: { bed: { type: "string" } } }),
      },
      "301": {
        description: "Moved.",
        headers: {
          Location: { description: "The place.", schema: { type: "string" } },
        },
      },
      "201": { description: "Planted.", ...json(rose) },
    },
  });
  expect(page).toMatch(
    /## Response 201[^]*`petals`[^]*## Response 301[^]*`Location` string[^]*The place\.[^]*## Response 404[^]*`bed` string[^]*## Response 4XX[^]*## Other responses/,
  );
});

test("headers that all responses have are listed once", async () => {
  const headers = { "X-Trace": { schema: { type: "string" } } };
  const responses = {
    "200": { description: "Done.", headers },
    "404": { description: "No.", headers },
  };
  const page = await pageOf(
    { responses },
    {
      paths: {
        "/plants": { post: { operationId: "plant", responses } },
        "/beds": { get: { operationId: "listBeds", responses } },
      },
    },
  );
  expect(page).toContain("1 headers of every response");
  expect(page.match(/`X-Trace`/g)).toHaveLength(1);
});

test("cookies are listed, and each credential that is needed together", async () => {
  const page = await pageOf(
    {
      security: [{ site: [], person: [] }],
      parameters: [
        { name: "session", in: "cookie", schema: { type: "string" } },
      ],
      responses: done,
    },
    {
      components: {
        securitySchemes: {
          site: { type: "apiKey", in: "header", name: "X-Site" },
          person: { type: "apiKey", in: "query", name: "person" },
        },
      },
    },
  );
  expect(page).toMatch(/## Cookies\s+- `session` string/);
  expect(page).toContain("**Credential**: site and person");
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

describe("samples", () => {
  const parameter = (name: string, more: object) => ({
    ...{ name, in: "query", required: true },
    schema: { type: ["array", "object"] },
    ...more,
  });
  const list = { example: ["a b", "c"] };
  const object = { example: { x: 1, y: 2 } };

  test("write each parameter in its style", async () => {
    const place = { in: "path" };
    const read = await docsOf({
      paths: {
        "/p/{simple}/{label}/{matrix}/{object}/{dot}/{row}": {
          get: {
            operationId: "plant",
            parameters: [
              parameter("object", {
                ...{ ...place, ...object, style: "matrix", explode: true },
              }),
              parameter("matrix", { ...place, ...object, style: "matrix" }),
              parameter("label", {
                ...{ ...place, ...list, style: "label", explode: true },
              }),
              parameter("simple", { ...place, ...list }),
              parameter("dot", { ...place, example: 5, style: "label" }),
              parameter("row", { ...place, example: 7, style: "matrix" }),
              parameter("many", list),
              parameter("few", { ...list, explode: false }),
              parameter("fields", object),
              parameter("flat", { ...object, explode: false }),
              parameter("deep", {
                style: "deepObject",
                example: { z: { n: 1 } },
              }),
              parameter("space", {
                ...{ ...list, style: "spaceDelimited", explode: false },
              }),
              parameter("pipe", {
                ...{ ...list, style: "pipeDelimited", explode: false },
              }),
              parameter("where", {
                content: { "application/json": { example: { n: 1 } } },
              }),
              parameter("X-Beds", { ...list, in: "header" }),
              parameter("crumb", { in: "cookie", example: "c1" }),
              parameter("jar", { in: "cookie", ...object, style: "cookie" }),
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
        parameter("X-Hall", { in: "header", schema: { type: "string" } }),
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

  test("send a file and a text as they are", async () => {
    const bodyOf = (media: string, more: object) => ({
      ...{ requestBody: { content: { [media]: more } }, responses: done },
    });
    const text = await pageOf(
      bodyOf("text/plain", { schema: { type: "string" }, example: "it's" }),
    );
    expect(sampleIn(text, "curl")).toContain(
      String.raw`--data-binary 'it'\''s'`,
    );
    const bytes = { schema: { type: "string", format: "binary" } };
    const csv = await pageOf(bodyOf("text/csv", bytes));
    expect(sampleIn(csv, "curl")).toContain('--data-binary "@body.');
    const xml = { schema: { type: "string" } };
    const document = await pageOf(bodyOf("application/xml", xml));
    expect(sampleIn(document, "curl")).toContain('--data-binary "@body.');
    const file = await pageOf(bodyOf("application/octet-stream", bytes));
    expect(sampleIn(file, "curl")).toContain('--data-binary "@body.bin"');
    expect(sampleIn(file, "TypeScript")).toContain(
      'await openAsBlob("body.bin")',
    );
    expect(sampleIn(file, "Python")).toContain('open("body.bin", "rb")');
    expect(sampleIn(file, "Go")).toContain('os.Open("body.bin")');
  });
});

test("a value that is an object is shown as JSON", async () => {
  const page = await pageOf({
    requestBody: json({
      properties: { place: { enum: [{ row: 1 }], default: { row: 1 } } },
    }),
    responses: done,
  });
  expect(page).toContain('`{"row":1}` default `{"row":1}`');
});

test("the Postman collection sends every credential and cookie that a request needs", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          security: [{ site: [], person: [], seat: [] }],
          responses: done,
        },
      },
    },
    components: {
      securitySchemes: {
        site: { type: "http", scheme: "bearer" },
        person: { type: "apiKey", in: "query", name: "person" },
        seat: { type: "apiKey", in: "cookie", name: "seat" },
      },
    },
  });
  const { item, variable } = JSON.parse(read("postman.json")) as Json;
  const { auth, header, url } = item[0].item[0].request;
  expect(auth.type).toBe("bearer");
  expect(url.query).toEqual([{ key: "person", value: "{{PERSON}}" }]);
  expect(header).toEqual([{ key: "Cookie", value: "seat={{SEAT}}" }]);
  expect(variable.map(({ key }: Json) => key)).toEqual(
    expect.arrayContaining(["SITE", "PERSON", "SEAT"]),
  );
});

test("the form of a request has a field for each credential", async () => {
  const read = await docsOf({
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          security: [{ site: [], person: [] }],
          responses: done,
        },
      },
    },
    components: {
      securitySchemes: {
        site: { type: "apiKey", in: "header", name: "X-Site" },
        person: { type: "apiKey", in: "query", name: "person" },
      },
    },
  });
  expect(read("listPlants.html").match(/name="key"/g)).toHaveLength(2);
  expect(read("listPlants.html")).toMatch(/>Site<input[^]*>Person<input/);
});

describe("the sample of the client", () => {
  const schemes = {
    site: { type: "apiKey", in: "header", name: "X-Site" },
    seat: { type: "apiKey", in: "cookie", name: "seat" },
    person: { type: "apiKey", in: "query", name: "person" },
    owner: { type: "http", scheme: "basic" },
    robot: { type: "http", scheme: "digest" },
  };
  const operation = (security?: object[]) => ({
    get: { ...(security && { security }), responses: done },
  });
  const docs = () =>
    docsOf({
      security: [{ site: [] }],
      paths: {
        "/a": operation(),
        "/b": operation(),
        "/choice": operation([{ owner: [] }, { site: [] }]),
        "/both": operation([{ site: [], seat: [] }]),
        "/other": operation([{ person: [] }]),
        "/owner": operation([{ site: [], owner: [] }]),
        "/robot": operation([{ robot: [] }]),
      },
      components: { securitySchemes: schemes },
    });

  test("never sends a secret in the place of another one", async () => {
    const read = await docs();
    const sample = (page: string) => sampleIn(read(page), "TypeScript");
    expect(sample("getChoice.md")).toContain("apiKey: process.env.SITE");
    expect(sample("getChoice.md")).not.toContain("OWNER");
    expect(sample("getBoth.md")).toContain(
      'Cookie: `seat=${process.env.SEAT ?? ""}`',
    );
    const other = sample("getOther.md");
    expect(other).toContain("apiKey: process.env.SITE");
    expect(other).not.toContain("process.env.PERSON");
    expect(other).toContain(
      "// The client does not send the query parameter `person` of `person`.",
    );
  });

  test("has no key where the API needs none", async () => {
    const page = await pageOf({ responses: done });
    expect(sampleIn(page, "TypeScript")).toContain(
      `createClient({\n  baseUrl: process.env.DEPOT_BASE_URL ?? "",\n})`,
    );
  });

  test("and those of the other languages write a credential as its scheme says", async () => {
    const read = await docs();
    const robot = read("getRobot.md");
    expect(sampleIn(robot, "curl")).toContain('"Authorization: Digest $ROBOT"');
    expect(sampleIn(robot, "Python")).toContain(
      'token=os.environ["ROBOT"], prefix="Digest"',
    );
    expect(sampleIn(read("getOwner.md"), "Python")).toContain(
      'headers={"Authorization": "Basic " + b64encode(os.environ["OWNER"].encode()).decode()}',
    );
  });
});

test("names of parameters that are no names of code are in quotes", async () => {
  const parameters = ["1st", "__proto__", "a-b"].map((name) => ({
    ...{ name, in: "query", required: true, schema: { type: "string" } },
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

test("a response without an example shows a value that fits", async () => {
  const page = await pageOf({
    responses: {
      "200": {
        description: "Planted.",
        ...json({
          properties: {
            id: { type: "integer", readOnly: true },
            kinds: { type: "array", items: { enum: ["rose"] } },
            secret: { type: "string", writeOnly: true },
          },
        }),
      },
    },
  });
  expect(page).toContain('{"id": 1, "kinds": ["rose"]}');
});

test("the examples of OpenAPI 3.2 are shown as they are sent", async () => {
  const read = await docsOf({
    openapi: "3.2.0",
    paths: {
      "/plants": {
        get: {
          operationId: "listPlants",
          responses: {
            "200": {
              description: "Plants.",
              content: {
                "application/json": {
                  examples: { one: { dataValue: { height: 3 } } },
                },
                "text/event-stream": {
                  examples: {
                    one: { dataValue: {}, serializedValue: "data: 3" },
                  },
                },
              },
            },
          },
        },
      },
    },
  });
  expect(read("listPlants.md")).toMatch(/\{"height": 3\}[^]*data: 3/);
  expect(read("openapi.json")).not.toContain('"value"');
});

test("the example null of a body is sent", async () => {
  const page = await pageOf({
    requestBody: json({ type: ["object", "null"] }, { example: null }),
    responses: done,
  });
  expect(sampleIn(page, "curl")).toContain("-d 'null'");
});
