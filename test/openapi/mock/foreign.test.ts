import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { run, start } from "../../support/process.ts";
import { get, list, program, write } from "./foreign-contract.ts";

// Tests the responses of `npm run mock -- FILE`, and the contracts that it refuses.

test("a response has its headers, also lists, objects and JSON", async () => {
  const { get: read } = get("listParcels", [], [1]);
  const json = { "application/json": { schema: { type: "boolean" } } };
  const headers = {
    "X-Docks": { schema: list, example: [1, 2] },
    "X-Halls": { schema: list },
    "X-Place": {
      required: true,
      schema: { type: "object", properties: { row: { type: "integer" } } },
    },
    "X-Full": { content: json },
    "Transfer-Encoding": { required: true, schema: { type: "string" } },
    "Content-Length": { schema: { type: "integer" }, example: 1 },
  };
  const ok = { ...read.responses["200"], headers };
  const contract = write("headers.yaml", {
    paths: { "/parcels": { get: { ...read, responses: { "200": ok } } } },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const response = await fetch(`${address}/parcels`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-docks": "1,2",
    "x-halls": "1",
    "x-place": "row,1",
    "x-full": "true",
  });
  expect(await response.text()).toBe("[1]");
  expect(mock.output()).toContain(
    "The mock sends `Transfer-Encoding`, `Content-Length` as its own transfer needs",
  );
  expect(await mock.end()).toBe(0);
});

test("a response has the data of the examples of OpenAPI 3.2", async () => {
  const text = { type: "string" };
  const contract = write("data.yaml", {
    openapi: "3.2.0",
    paths: {
      "/notes": {
        get: {
          operationId: "readNotes",
          responses: {
            "200": {
              description: "Notes.",
              headers: {
                "X-Row": { schema: text, examples: { a: { dataValue: "7" } } },
              },
              content: {
                "text/plain": {
                  schema: text,
                  examples: { a: { dataValue: "b", serializedValue: "c" } },
                },
              },
            },
          },
        },
      },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const response = await fetch(`${address}/notes`);
  expect(response.headers.get("X-Row")).toBe("7");
  expect(await response.text()).toBe("c");
  await mock.end();
});

test("Prism ends with the mock, also when the mock is killed", async () => {
  const paths = { "/parcels": get("listParcels", [], [1]) };
  const mock = start(program, [write("killed.yaml", { paths })], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  expect((await fetch(`${address}/parcels`)).status).toBe(200);
  await mock.end("SIGKILL");
  await expect(fetch(`${address}/parcels`)).rejects.toThrow("fetch failed");
});

test("a mock that is stopped while it starts leaves no folder", async () => {
  const paths = { "/parcels": get("listParcels", [], [1]) };
  const TMPDIR = temporaryFolder();
  const env = { PORT: "0", TMPDIR };
  const mock = start(program, [write("stopped.yaml", { paths })], env);
  const folders = () =>
    readdirSync(TMPDIR).filter((name) => name.startsWith("contract-mock-"));
  await expect.poll(folders, { timeout: 30_000 }).toHaveLength(1);
  await mock.end();
  expect(folders()).toEqual([]);
});

test("a contract whose extension refers to a file of texts is served", async () => {
  const contract = write("topics.yaml", {
    "x-topics": [{ title: "Begin", content: { $ref: "./begin.md" } }],
    paths: { "/parcels": get("listParcels", [], [1]) },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const response = await fetch(`${address}/parcels`);
  expect(await response.json()).toEqual([1]);
  expect(mock.output()).not.toContain("leaves `$ref` out");
  expect(await mock.end()).toBe(0);
});

test("a contract that is read in part alone is refused in one line", async () => {
  const refused = await run(
    program,
    [write("empty.yaml", { paths: {} })],
    ".",
    {
      PORT: "0",
    },
  );
  expect(refused).toEqual({
    code: 1,
    stdout: "",
    stderr: "The contract has no operation: write one under `paths`.\n",
  });
});

test("the last page of a list has no field that the contract lacks", async () => {
  const page = { data: [1], has_more: true };
  const contract = write("pages.yaml", {
    paths: {
      "/parcels": get("listParcels", [], page),
      "/docks": get("listDocks", [], { ...page, next_cursor: "c2" }),
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  const read = async (path: string) => (await fetch(address + path)).json();
  const last = { data: [1], has_more: false };
  expect(await read("/parcels")).toEqual(last);
  expect(await read("/docks")).toEqual({ ...last, next_cursor: null });
  expect(await mock.end()).toBe(0);
});

test("the mock says that it reads no cookies, and which password its command has", async () => {
  const seat = { name: "seat", in: "cookie", schema: { type: "integer" } };
  const { get: read } = get("readSeats", [seat], 1);
  const contract = write("seats.yaml", {
    paths: { "/seats": { get: { ...read, security: [{ login: [] }] } } },
    components: {
      securitySchemes: { login: { type: "http", scheme: "basic" } },
    },
  });
  const mock = start(program, [contract], { PORT: "0" });
  const [, command] = await mock.printed(/any key: {2}(.*)\n/);
  expect(command).toMatch(/^curl -u "any:any" http:.*\/seats$/);
  expect(mock.output()).toContain("The mock takes any text for `seat`.");
  expect(await mock.end()).toBe(0);
});

test("a response that the contract refuses is named, and a header of a response", async () => {
  const capitals = { type: "string", pattern: "^[A-Z]{2}$" };
  const { get: read } = get("readDocks", [], [1]);
  const headers = {
    "X-Dock": { schema: capitals },
    "X-Hall": { schema: capitals, example: "hall" },
  };
  const ok = { ...read.responses["200"], headers };
  const contract = write("refused.yaml", {
    paths: {
      "/parcels": get("readParcel", [], undefined),
      "/docks": { get: { ...read, responses: { "200": ok } } },
    },
  });
  const text = readFileSync(contract, "utf8").replace(
    "schema: {}",
    "schema: { type: string, not: { minLength: 1 } }",
  );
  writeFileSync(contract, text);
  const mock = start(program, [contract], { PORT: "0" });
  const [, address = ""] = await mock.printed(/Prism is listening on (\S+)/);
  expect(mock.output()).toContain(
    "The mock responds with a value that the contract refuses for 200 of GET /parcels, `X-Hall` of 200 of GET /docks: give an `example` there that fits.",
  );
  const docks = await fetch(`${address}/docks`);
  expect(docks.headers.get("X-Dock")).toMatch(/^[A-Z]{2}$/);
  expect(await mock.end()).toBe(0);
});

test("a contract of webhooks alone is refused in one line", async () => {
  const hook = { post: { responses: { "200": { description: "Taken." } } } };
  const contract = { openapi: "3.1.0", webhooks: { sent: hook } };
  const refused = await run(program, [write("hooks.yaml", contract)], ".", {
    PORT: "0",
  });
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe(
    "The contract has no operation under `paths`, which the mock could serve.\n",
  );
});
