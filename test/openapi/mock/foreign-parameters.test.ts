import { existsSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { start } from "../../support/process.ts";
import { get, list, program, write } from "./foreign-contract.ts";

// Tests the parameters that `npm run mock -- FILE` takes and refuses.

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
          {
            name: "note",
            in: "query",
            content: { "text/plain": { schema: { type: "string" } } },
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
      "/almacén/{país}": get(
        "readStore",
        [
          {
            name: "país",
            in: "path",
            required: true,
            schema: { type: "string" },
          },
        ],
        [6],
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
  expect(await read("/almacén/perú")).toEqual([200, [6]]);
  expect(await read("/walls?row=1")).toEqual([200, [5]]);
  for (const note of [
    "The mock takes any text for `all`, `X-Docks`, `page[size]` and 2 more.",
    "The mock does not check the JSON in `where`.",
    "The mock leaves `$ref` out of values, as Prism would follow it.",
  ])
    expect(mock.output()).toContain(note);
  expect(await mock.end()).toBe(0);
  expect(existsSync(ours) ? statSync(ours).mtimeMs : undefined).toBe(before);
});

test("a query may have any schema and style, and an operation no response", async () => {
  const nullable = { anyOf: [list, { type: "null" }] };
  const query = (name: string, schema: object, style = "form") => ({
    ...{ name, in: "query", required: true },
    ...{ schema, style },
  });
  // The text 1 fits both, although it is one value.
  const numberOrCode = {
    oneOf: [{ type: "integer" }, { type: "string", maxLength: 2 }],
  };
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
      "/parcels/{id}": {
        parameters: [
          { name: "id", in: "path", required: true, schema: numberOrCode },
          { ...query("next", numberOrCode), required: false },
        ],
        get: { operationId: "readParcel", responses: { "200": {} } },
      },
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
  for (const [id, status] of Object.entries({ 1: 200, ab: 200, abc: 422 })) {
    const read = await fetch(`${address}/parcels/${id}?next=${id}`);
    expect([id, read.status]).toEqual([id, status]);
  }
  const closed = await fetch(`${address}/halls`, { method: "DELETE" });
  expect(closed.status).toBe(200);
  expect(mock.output()).toContain("The mock takes any text for `place`.");
  expect(mock.output()).toContain(
    "The mock responds with 200 and no body to DELETE /halls, of which the contract lists no response.",
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

test("a list of one element is taken in an object whose fields are sent apart", async () => {
  const page = {
    type: "object",
    required: ["size"],
    properties: { size: { type: "integer" }, sort: list },
  };
  const parameter = { name: "page", in: "query", required: true, schema: page };
  const contract = write("pages.yaml", {
    paths: { "/parcels": get("listParcels", [parameter], [1]) },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const status = async (query: string) =>
    (await fetch(`${address}/parcels?${query}`)).status;
  expect(await status("size=1&sort=1")).toBe(200);
  expect(await status("size=1&sort=1&sort=2")).toBe(200);
  expect(await status("size=1&sort=a")).toBe(422);
  expect(await status("size=a")).toBe(422);
  expect(await status("sort=1")).toBe(422);
  expect(await mock.end()).toBe(0);
});
