import { existsSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { start } from "../../support/process.ts";
import { get, list, program, write } from "./foreign-contract.ts";

// Tests the requests that `npm run mock -- FILE` takes and refuses.

test("a request with any kind of parameter is answered, and the mock says what it does not check", async () => {
  const form = { "application/x-www-form-urlencoded": { schema: {} } };
  const contract = write("depot.yaml", {
    openapi: "3.2.0",
    paths: {
      "/walls": get(
        "readWalls",
        [{ name: "all", in: "querystring", required: true, content: form }],
        [5],
      ),
      "/parcels": get(
        "listParcels",
        [
          { name: "X-Docks", in: "header", schema: list },
          {
            ...{ name: "page[size]", in: "query" },
            required: true,
            schema: {},
          },
          {
            name: "where",
            in: "query",
            content: { "application/json": { schema: { type: "object" } } },
          },
        ],
        [{ $ref: "https://depot.invalid/parcels/1", id: 1 }],
      ),
      "/parcels/{ids}": get(
        "readParcels",
        [{ name: "ids", in: "path", required: true, schema: list }],
        [2],
      ),
      "/docks/{ids}": get(
        "readDocks",
        [
          {
            name: "ids",
            in: "path",
            required: true,
            style: "matrix",
            explode: true,
            schema: list,
          },
        ],
        [3],
      ),
      "/halls/{ids}": get(
        "readHalls",
        [
          {
            name: "ids",
            in: "path",
            required: true,
            style: "matrix",
            schema: list,
          },
        ],
        [4],
      ),
    },
  });
  const ours = "generated/mock/openapi.json";
  const before = existsSync(ours) ? statSync(ours).mtimeMs : undefined;
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const read = async (path: string) => {
    const response = await fetch(address + path);
    return [response.status, await response.json()];
  };
  expect(await read("/parcels?page[size]=5")).toEqual([200, [{ id: 1 }]]);
  expect(await read("/parcels?where=%7B%22dock%22%3A1%7D")).toEqual([
    200,
    [{ id: 1 }],
  ]);
  expect(await read("/parcels/1,2")).toEqual([200, [2]]);
  expect(await read("/docks/;ids=1;ids=2")).toEqual([200, [3]]);
  expect(await read("/halls/;ids=1,2")).toEqual([200, [4]]);
  expect(await read("/walls?row=1")).toEqual([200, [5]]);
  for (const note of [
    "The mock takes any text for `all`, `X-Docks`, `page[size]` and 1 more.",
    "The mock does not check the JSON in `where`.",
    "The mock leaves `$ref` out of values, as Prism would follow it.",
  ])
    expect(mock.output()).toContain(note);
  expect(await mock.end()).toBe(0);
  expect(existsSync(ours) ? statSync(ours).mtimeMs : undefined).toBe(before);
});

test("bodies that are no JSON are taken and written, and the mock says what it does not check", async () => {
  const object = { type: "object", properties: { id: { type: "integer" } } };
  const media = { "application/xml": {}, "application/jsonl": {} };
  const content = (schema: object) =>
    Object.fromEntries(Object.keys(media).map((name) => [name, { schema }]));
  const contract = write("media.yaml", {
    paths: {
      "/parcels": {
        post: {
          operationId: "sendParcels",
          requestBody: { required: true, content: content(object) },
          responses: { "204": { description: "Done." } },
        },
      },
      "/lines": {
        get: {
          operationId: "listLines",
          responses: {
            "200": {
              description: "Lines.",
              content: {
                "application/jsonl": {
                  schema: { type: "array", items: object },
                  example: [{ id: 1 }, { id: 2 }],
                },
              },
            },
          },
        },
      },
      "/tables": {
        get: {
          operationId: "readTables",
          responses: {
            "200": {
              description: "Tables.",
              content: {
                "text/csv": { schema: { type: "array", items: object } },
              },
            },
          },
        },
      },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  for (const type of Object.keys(media)) {
    const { status } = await fetch(`${address}/parcels`, {
      method: "POST",
      headers: { "Content-Type": type },
      body: type.endsWith("xml") ? "<id>1</id>" : '{"id":1}\n{"id":2}\n',
    });
    expect(status).toBe(204);
  }
  const lines = await fetch(`${address}/lines`);
  expect([lines.status, await lines.text()]).toEqual([
    200,
    '{"id":1}\n{"id":2}\n',
  ]);
  expect((await fetch(`${address}/tables`)).status).toBe(200);
  expect(mock.output()).toContain(
    "The mock takes any body of `application/xml`, `application/jsonl`.",
  );
  expect(mock.output()).toContain(
    "The mock writes bodies of `application/jsonl`, `text/csv` as lines of JSON.",
  );
  expect(await mock.end()).toBe(0);
});

test("a valid request is taken, and a response fits its schema", async () => {
  const id = { type: "integer", readOnly: true };
  const base = { type: "object", required: ["id"], properties: { id } };
  const parcel = {
    allOf: [
      { $ref: "#/components/schemas/Base" },
      {
        type: "object",
        required: ["weight"],
        properties: {
          weight: { type: "number", minimum: 0, exclusiveMinimum: true },
          note: { type: "string", nullable: true },
          secret: { type: "string", writeOnly: true },
        },
      },
    ],
  };
  const place = { type: "object", properties: { row: { type: "integer" } } };
  const label = {
    type: "object",
    required: ["place"],
    properties: {
      tags: list,
      ids: list,
      seats: list,
      place,
      weight: { type: "number", maximum: 9 },
    },
  };
  const reference = (name: string) => ({
    schema: { $ref: `#/components/schemas/${name}` },
  });
  const contract = write("valid.yaml", {
    paths: {
      "/parcels": {
        post: {
          operationId: "sendParcel",
          requestBody: {
            required: true,
            content: {
              "application/json": reference("Parcel"),
              "multipart/form-data": { schema: label },
              "application/x-www-form-urlencoded": {
                schema: label,
                encoding: {
                  ids: { explode: false },
                  seats: { style: "pipeDelimited" },
                  place: { style: "deepObject" },
                },
              },
            },
          },
          responses: {
            "200": {
              description: "Sent.",
              content: { "application/json": reference("Parcel") },
            },
          },
        },
        get: {
          operationId: "nestParcels",
          responses: {
            "200": {
              description: "Parcels in parcels.",
              content: { "application/json": reference("Nest") },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Base: base,
        Parcel: parcel,
        Nest: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            minProperties: 1,
            additionalProperties: { type: "array", items: { type: "string" } },
          },
        },
      },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const send = (
    body: string | FormData | URLSearchParams,
    headers: Record<string, string> = {},
  ) => fetch(`${address}/parcels`, { method: "POST", body, headers });
  const json = { "Content-Type": "application/json" };
  const sent = await send('{"weight":2,"note":null}', json);
  expect([sent.status, await sent.json()]).toEqual([
    200,
    { id: 1, weight: 1, note: "string" },
  ]);
  expect((await send('{"weight":0}', json)).status).toBe(422);
  const form = new FormData();
  form.append("tags", "1");
  form.append("place", '{"row":1}');
  expect((await send(form)).status).toBe(200);
  const fields = (text: string) => send(new URLSearchParams(text));
  expect((await fields("tags=1&tags=2&place[row]=1")).status).toBe(200);
  expect((await fields("ids=1,2&seats=1|2&place[row]=1")).status).toBe(200);
  expect((await fields("weight=10&place[row]=1")).status).toBe(422);
  const nest = await fetch(`${address}/parcels`);
  expect(await nest.json()).toEqual([{ example1: [] }]);
  expect(mock.output()).toContain(
    "The mock takes any text for `tags`, `ids`, `seats` and 1 more of forms.",
  );
  expect(await mock.end()).toBe(0);
});

test("a form may have alternatives, and an ignored header any value", async () => {
  const branch = (name: string, schema: object) => ({
    required: [name],
    properties: { [name]: schema },
  });
  const schema = {
    type: "object",
    required: ["weight"],
    properties: { weight: { type: "integer" } },
    oneOf: [
      branch("dock", { type: "integer" }),
      { $ref: "#/components/schemas/Seats" },
    ],
  };
  const choice = { anyOf: [branch("hall", { type: "string" })] };
  const post = (operationId: string, form: object) => ({
    post: {
      ...get(operationId, [], {}).get,
      requestBody: {
        content: { "application/x-www-form-urlencoded": { schema: form } },
      },
    },
  });
  const accept = {
    ...{ name: "Accept", in: "header", required: true },
    schema: { enum: ["text/csv"] },
  };
  const contract = write("alternatives.yaml", {
    paths: {
      "/parcels": post("sendParcel", schema),
      "/halls": post("chooseHall", choice),
      "/lists": get("listParcels", [accept], [1]),
      "/keys": {
        get: { ...get("readKey", [], 1).get, security: [{ key: [] }] },
      },
    },
    components: {
      schemas: { Seats: branch("seats", list) },
      securitySchemes: {
        key: { type: "apiKey", in: "header", name: "Authorization" },
      },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const statusOf = async (path: string, fields: string) => {
    const body = new URLSearchParams(fields);
    return (await fetch(address + path, { method: "POST", body })).status;
  };
  expect(await statusOf("/parcels", "weight=2&dock=1")).toBe(200);
  expect(await statusOf("/parcels", "weight=2&seats=1&seats=2")).toBe(200);
  expect(await statusOf("/parcels", "weight=2")).toBe(422);
  expect(await statusOf("/parcels", "weight=2&dock=first")).toBe(422);
  expect(await statusOf("/halls", "hall=north")).toBe(200);
  expect(await statusOf("/halls", "room=north")).toBe(422);
  expect((await fetch(`${address}/lists`)).status).toBe(200);
  const statusOfKey = async (headers: Record<string, string>) =>
    (await fetch(`${address}/keys`, { headers })).status;
  expect(await statusOfKey({ Authorization: "any" })).toBe(200);
  expect(await statusOfKey({})).toBe(401);
  expect(await mock.end()).toBe(0);
});

test("a query may have any schema and style, and an operation no response", async () => {
  const nullable = { anyOf: [list, { type: "null" }] };
  const query = (name: string, schema: object, style = "form") => ({
    ...{ name, in: "query", required: true },
    ...{ schema, style },
  });
  const contract = write("queries.yaml", {
    openapi: "3.1.0",
    paths: {
      "/parcels": get(
        "listParcels",
        [
          query("ids", nullable),
          query("docks", { allOf: [list] }, "pipeDelimited"),
          query("hall", { type: "integer" }, "spaceDelimited"),
          query("place", { type: "object" }, "pipeDelimited"),
        ],
        [1],
      ),
      "/halls": { delete: { operationId: "closeHalls" } },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const statusOf = async (text: string) =>
    (await fetch(`${address}/parcels?${text}`)).status;
  expect(await statusOf("ids=1&ids=2&docks=1|2&hall=3&place=row|1")).toBe(200);
  expect(await statusOf("ids=1&docks=1|two&hall=3&place=row|1")).toBe(422);
  expect(await statusOf("ids=1&docks=1|2&hall=north&place=row|1")).toBe(422);
  const closed = await fetch(`${address}/halls`, { method: "DELETE" });
  expect(closed.status).toBe(200);
  expect(mock.output()).toContain("The mock takes any text for `place`.");
  expect(mock.output()).toContain(
    "The mock responds with 200 and no body to DELETE /halls, of which the contract lists no response.",
  );
  expect(await mock.end()).toBe(0);
});

test("a request is checked beside a pattern and a nullable that JavaScript cannot read", async () => {
  const text = (pattern: string) => ({ type: "string", pattern });
  const schema = {
    type: "object",
    required: ["code"],
    properties: {
      code: text(String.raw`^[a\-b]\-\d$`),
      name: text("(?i)oak"),
      place: { nullable: true, oneOf: [{ type: "integer" }] },
    },
    patternProperties: {
      [String.raw`^dock\-`]: { type: "integer" },
      "(?i)^note": { type: "string" },
    },
    additionalProperties: false,
  };
  const post = {
    ...get("sendParcel", [], {}).get,
    requestBody: { content: { "application/json": { schema } } },
  };
  const contract = write("patterns.yaml", {
    openapi: "3.1.0",
    paths: { "/parcels": { post } },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const statusOf = async (value: object) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(value);
    const sent = { method: "POST", headers, body };
    return (await fetch(`${address}/parcels`, sent)).status;
  };
  expect(await statusOf({ code: "--1", name: "OAK", place: 1 })).toBe(200);
  expect(await statusOf({})).toBe(422);
  expect(await statusOf({ code: "c-1" })).toBe(422);
  expect(await statusOf({ code: "a-1", place: "here" })).toBe(422);
  expect(await statusOf({ code: "--1", "dock-1": "here" })).toBe(422);
  expect(await statusOf({ code: "--1", "dock-1": 1, Note: "" })).toBe(200);
  expect(mock.output()).toContain(
    "The mock does not check `(?i)^note`, `(?i)oak`, which JavaScript cannot read.",
  );
  expect(await mock.end()).toBe(0);
});

test("a schema that refers to itself is checked at each depth, also with a title", async () => {
  const object = (op: string, of: object) => ({
    type: "object",
    properties: { op: { enum: [op] }, of },
  });
  const filter = { $ref: "#/components/schemas/Filter" };
  const rule = { $ref: "#/components/schemas/Rule" };
  const eitherOf = [filter, rule].map((items) => ({ type: "array", items }));
  const schema = {
    oneOf: [filter, rule].map((one) => ({ ...one, title: "One of both" })),
  };
  const { get: read } = get("findParcels", [], {});
  const content = { "application/json": { schema } };
  const contract = write("filters.yaml", {
    components: {
      schemas: {
        Filter: object("and", { oneOf: eitherOf }),
        Rule: object("=", { type: "string" }),
      },
    },
    paths: { "/parcels": { post: { ...read, requestBody: { content } } } },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const statusOf = async (filtered: object) => {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify(filtered);
    const sent = { method: "POST", headers, body };
    return (await fetch(`${address}/parcels`, sent)).status;
  };
  const one = { op: "=", of: "oak" };
  expect(await statusOf({ op: "and", of: [one] })).toBe(200);
  expect(await statusOf({ op: "and", of: [{ op: "and", of: [one] }] })).toBe(
    200,
  );
  expect(await statusOf({ op: "and", of: [{ op: "or", of: [one] }] })).toBe(
    422,
  );
  expect(await mock.end()).toBe(0);
});

test("a parameter of a path may have any name", async () => {
  const named = (name: string) => ({
    parameters: [
      { name, in: "path", required: true, schema: { type: "integer" } },
    ],
    ...get(name, [], [1]),
  });
  const names = ["dock.id", "dock id", "größe", "dock-id"];
  const contract = write("names.yaml", {
    paths: Object.fromEntries(
      names.map((name, i) => [`/docks${i}/{${name}}`, named(name)]),
    ),
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  for (const i of names.keys()) {
    expect((await fetch(`${address}/docks${i}/5`)).status).toBe(200);
    expect((await fetch(`${address}/docks${i}/x`)).status).toBe(422);
  }
  expect(await mock.end()).toBe(0);
});
