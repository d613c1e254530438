import { expect, test } from "vitest";
import { start } from "../../support/process.ts";
import { get, list, program, write } from "./foreign-contract.ts";

// Tests the bodies that `npm run mock -- FILE` takes and refuses.

test("bodies that are no JSON are taken and written, and the mock says what it does not check", async () => {
  const object = { type: "object", properties: { id: { type: "integer" } } };
  const media = { "application/xml": {}, "application/jsonl": {} };
  const content = (schema: object) =>
    Object.fromEntries(Object.keys(media).map((name) => [name, { schema }]));
  const contract = write("media.yaml", {
    components: {
      requestBodies: {
        Plan: { content: { "application/x-ndjson": { schema: object } } },
      },
    },
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

test("a request is checked beside a pattern and a nullable that JavaScript cannot read", async () => {
  const text = (pattern: string) => ({ type: "string", pattern });
  const schema = {
    type: "object",
    required: ["code"],
    properties: {
      code: text(String.raw`^[a\-b]\-\d$`),
      name: text("(?i)oak"),
      place: { nullable: true, oneOf: [{ type: "integer" }] },
      row: { nullable: true, type: "integer" },
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
  expect(await statusOf({ code: "a-1", row: null })).toBe(422);
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

test("a body of any media type is JSON, unless its schema is a text", async () => {
  const any = (schema: object) => ({ "*/*": { schema } });
  const of = (schema: object) => ({
    responses: { "200": { description: "Done.", content: any(schema) } },
  });
  const parcel = { type: "object", properties: { id: { type: "integer" } } };
  const contract = write("any.yaml", {
    paths: {
      "/parcels": {
        get: of(parcel),
        put: { requestBody: { content: any(parcel) }, ...of(parcel) },
      },
      "/notes": { get: of({ type: "string" }) },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const parcels = await fetch(`${address}/parcels`);
  expect(parcels.headers.get("content-type")).toBe("application/json");
  expect(await parcels.json()).toEqual({ id: 1 });
  const notes = await fetch(`${address}/notes`);
  expect(notes.headers.get("content-type")).toBe("text/plain");
  const put = (body: string) =>
    fetch(`${address}/parcels`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body,
    });
  expect((await put('{"id":2}')).status).toBe(200);
  expect((await put('{"id":"a"}')).status).toBe(422);
  expect(await mock.end()).toBe(0);
});

test("a client that accepts any media type gets JSON, where the contract has it", async () => {
  const schema = {
    type: "object",
    required: ["weight"],
    properties: { weight: { type: "integer" } },
  };
  const content = {
    "text/plain": { schema },
    "application/json": { schema },
    "text/json": { schema },
  };
  const contract = write("several-media.yaml", {
    paths: {
      "/parcel": {
        get: { responses: { "200": { description: "One.", content } } },
      },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);

  const any = await fetch(`${address}/parcel`);
  const headers = { Accept: "text/plain" };
  const plain = await fetch(`${address}/parcel`, { headers });

  expect(any.headers.get("content-type")).toBe("application/json");
  expect(await any.json()).toEqual({ weight: 1 });
  expect(plain.headers.get("content-type")).toBe("text/plain");
  expect(await mock.end()).toBe(0);
});
