import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../support/process.ts";
import { listenLocally } from "../../support/raw.ts";
import { compileIn, makeOut } from "./compiled.ts";

// Clients of other contracts send what the contract says. Each test compiles the client and calls a
// server with it.

interface Received {
  request: string;
  headers: Record<string, unknown>;
  body: string;
}

const received: Received[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { method, url, headers } = request;
    received.push({ request: `${method} ${url}`, headers, body });
    response.writeHead(204).end();
  });
});
const address = `http://${await listenLocally(server, afterAll)}`;

const responses = { "204": { description: "Done." } };
const json = (schema: object) => ({
  required: true,
  content: { "application/json": { schema } },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Returns a contract with operations of the tag `plants`, each with a path of its own. */
const contractOf = (
  operations: Record<string, object>,
  components: object = {},
) => ({
  paths: Object.fromEntries(
    Object.entries(operations).map(([operationId, more]) => [
      `/${operationId}`,
      { post: { operationId, tags: ["plants"], responses, ...more } },
    ]),
  ),
  components,
});

/** Makes and compiles the client of a contract, and runs calls. Returns what the server received. */
async function callsOf(
  contract: object,
  calls: string,
  options = "",
): Promise<Received[]> {
  const { out } = await makeOut(contract);
  const program = `import { createClient } from "./client/index.ts";
const api = createClient({ ${options} baseUrl: "${address}" });
${calls}
`;
  writeFileSync(join(out, "package.json"), '{ "type": "module" }');
  expect(await compileIn(out, program)).toBe("");
  const before = received.length;
  const ended = await run(join(out, "program.ts"), []);
  expect(ended.stderr).toBe("");
  return received.slice(before);
}

test("an API that anybody may call needs no key, and an operation that takes none gets none", async () => {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const contract = contractOf(
    { plant: {}, water: { security: [{}, { key: [] }] } },
    { securitySchemes: { key } },
  );
  const calls = "await api.plants.plant();\nawait api.plants.water();";
  for (const { headers } of await callsOf(contract, calls)) {
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).not.toHaveProperty("x-key");
  }
  const sent = await callsOf(contract, calls, 'apiKey: "secret",');
  expect(sent.map(({ headers }) => headers["x-key"])).toEqual([
    undefined,
    "secret",
  ]);
});

test("JSON of any type is sent: lists, texts, booleans and null", async () => {
  const contract = contractOf({
    many: {
      requestBody: json({ type: "array", items: { type: "string" } }),
    },
    named: { requestBody: json({ type: "string" }) },
    marked: { requestBody: json({ type: ["boolean", "null"] }) },
    kept: { requestBody: json({ properties: { any: {} } }) },
    placed: {
      requestBody: json({
        type: "array",
        prefixItems: [{ type: "string" }, { type: "number" }],
        items: { type: "boolean" },
      }),
    },
  });
  const sent = await callsOf(
    contract,
    `await api.plants.many(["rose", "oak"]);
await api.plants.named("rose");
await api.plants.marked(false);
await api.plants.marked(null);
await api.plants.kept({ any: null });
await api.plants.placed(["rose", 1, true, false]);`,
  );
  expect(sent.map(({ body }) => body)).toEqual([
    '["rose","oak"]',
    '"rose"',
    "false",
    "null",
    '{"any":null}',
    '["rose",1,true,false]',
  ]);
});

test("a part of a form has the media type of the contract, and a file brings a boundary", async () => {
  const contract = contractOf({
    keep: {
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: {
              type: "object",
              properties: {
                rows: { type: "string" },
                photo: { type: "string", format: "binary" },
              },
            },
            encoding: { rows: { contentType: "text/csv; header=present" } },
          },
        },
      },
    },
    relate: {
      requestBody: { content: { "multipart/related": { schema: {} } } },
    },
  });
  const [kept, related] = await callsOf(
    contract,
    `await api.plants.keep({ rows: "a;b", photo: new Blob(["x"]) });
await api.plants.relate(new Blob(["--b--"], { type: "multipart/related; boundary=b" }));`,
  );
  const boundary = /boundary=(.*)/.exec(
    `${kept?.headers["content-type"]}`,
  )?.[1];
  expect(kept?.body.split(`--${boundary}`)).toEqual([
    "",
    '\r\nContent-Disposition: form-data; name="rows"\r\nContent-Type: text/csv; header=present\r\n\r\na;b\r\n',
    '\r\nContent-Disposition: form-data; name="photo"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n',
    "--\r\n",
  ]);
  expect(related?.headers).toMatchObject({
    "content-type": "multipart/related; boundary=b",
  });
});

test("booleans and objects in objects are sent in a query", async () => {
  const contract = contractOf({
    find: {
      parameters: [
        { name: "wet", in: "query", schema: { type: "boolean" } },
        {
          name: "flags",
          in: "query",
          explode: false,
          schema: { type: "array", items: { type: "boolean" } },
        },
        {
          name: "where",
          in: "query",
          style: "deepObject",
          schema: {
            type: "object",
            properties: {
              bed: {
                type: "object",
                properties: { row: { type: "integer" } },
              },
              wet: { type: "boolean" },
              kinds: { type: "array", items: { type: "string" } },
            },
          },
        },
      ],
    },
  });
  const [sent] = await callsOf(
    contract,
    `await api.plants.find({
  wet: false,
  flags: [true, false],
  where: { bed: { row: 3 }, wet: true, kinds: ["a", "b"] },
});`,
  );
  expect(decodeURIComponent(sent?.request ?? "")).toBe(
    "POST /find?wet=false&flags=true,false&where[bed][row]=3&where[wet]=true&where[kinds]=a,b",
  );
});

test("a request may leave out what only the server writes", async () => {
  const id = { type: "integer", readOnly: true };
  const schemas = {
    Base: { type: "object", required: ["id"], properties: { id } },
    Plant: {
      allOf: [
        ref("Base"),
        { required: ["name"], properties: { name: { type: "string" } } },
      ],
    },
    Bed: {
      type: "object",
      required: ["plants"],
      properties: { plants: { type: "array", items: ref("Plant") } },
    },
    Any: {
      oneOf: [ref("Bed"), ref("Tree")],
      discriminator: { propertyName: "kind", mapping: { b: "Bed" } },
    },
    Tree: { type: "object", properties: { kind: { const: "t" } } },
  };
  const response = {
    responses: {
      "200": { description: "Planted.", content: json(ref("Plant")).content },
      ...responses,
    },
  };
  const contract = contractOf(
    {
      plant: { requestBody: json(ref("Plant")), ...response },
      dig: { requestBody: json(ref("Bed")) },
      grow: { requestBody: json(ref("Any")) },
    },
    { schemas },
  );
  const sent = await callsOf(
    contract,
    `import type { Plant } from "./types.ts";
await api.plants.plant({ name: "rose" });
await api.plants.dig({ kind: "b", plants: [{ name: "oak" }] });
await api.plants.grow({ kind: "b", plants: [] });
export const idOf = ({ id }: Plant): number => id;`,
  );
  expect(sent.map(({ body }) => body)).toEqual([
    '{"name":"rose"}',
    '{"kind":"b","plants":[{"name":"oak"}]}',
    '{"kind":"b","plants":[]}',
  ]);
});

test("a path whose names have spaces is called", async () => {
  const contract = {
    paths: {
      "/beds/{bed name}": {
        get: {
          operationId: "getBed",
          tags: ["beds"],
          responses,
          parameters: [
            {
              name: "bed name",
              in: "path",
              required: true,
              schema: { type: "string" },
            },
          ],
        },
      },
    },
  };
  const [sent] = await callsOf(contract, 'await api.beds.get("north side");');
  expect(sent?.request).toBe("GET /beds/north%20side");
});

test("responses may have extensions beside them", async () => {
  const { files } = await makeOut({
    paths: {
      "/plants": {
        get: { operationId: "a", responses: { ...responses, "x-mark": 1 } },
      },
    },
  });
  expect(files.get("types.ts")).toContain("204: {");
});

test("a body of any media type is JSON, and a text stays one that looks like a number", async () => {
  const size = { type: "object", properties: { height: { type: "number" } } };
  const contract = contractOf({
    any: {
      requestBody: { content: { "*/*": { schema: size } } },
      responses: {
        "200": { description: "Done.", content: { "*/*": { schema: size } } },
      },
    },
    text: {
      responses: {
        "200": {
          description: "Done.",
          content: { "text/plain": { schema: { type: "string" } } },
        },
      },
    },
    several: {
      responses: {
        "200": {
          description: "Done.",
          content: {
            "text/csv": { schema: { type: "string" } },
            "application/json": { schema: size },
          },
        },
      },
    },
  });
  const [sent, asked] = await callsOf(
    contract,
    `const fetch = async () => new Response('{"height":3}');
const { plants } = api.withOptions({ fetch });
const { height }: { height?: number | undefined } = await plants.any({});
const text: string = await plants.text();
if (height !== 3 || text !== '{"height":3}') throw new Error(text);
await api.plants.any({ height: 2 }).catch(() => {});
await api.plants.several().catch(() => {});`,
  );
  expect(sent?.headers).toMatchObject({ "content-type": "application/json" });
  expect(sent?.body).toBe('{"height":2}');
  expect(sent?.headers["accept"]).toBe("*/*");
  expect(asked?.headers["accept"]).toBe("application/json, */*;q=0.1");
});
