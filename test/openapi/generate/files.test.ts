import { describe, expect, test } from "vitest";
import { constantsFile, callsFile } from "../../../openapi/generate/constants-file.ts";
import type { Contract, Operation, Parameter } from "../../../openapi/model/contract.ts";
import { errorResponse, smallContract, smallOperation } from "./small-contract.ts";
import { operationsFile } from "../../../openapi/generate/operations-file.ts";
import type { Json } from "../../support/at.ts";
import { methodsFile } from "../../../openapi/generate/methods-file.ts";

test.each([
  ["errors", { not_found: { status: 404, message: "No existe.", meaning: "No existe." } }],
  ["scopes", { "notes:read": "Read notes." }],
  ["limits", { noteDays: 14, webhookToleranceSeconds: 11 }],
  ["delivery", { timeout: 1000, retries: [2000, 3000], jitter: 0.5, failingAfter: 18_000_000, attempts: 6 }],
  ["commonHeaders", []],
  ["values", { NoteStatus: ["new", "old"], Origin: ["here"] }],
])("%s", (name, want) => {
  expect(constant(smallContract(), name)).toEqual(want);
});

describe("the errors", () => {
  test("come from operations and from responses that reach none, by status", () => {
    const contract = smallContract({
      responses: {
        "413": { $ref: "#/components/responses/PayloadTooLarge" },
        "200": { content: { "application/json": { schema: {}, examples: { note: { value: {} } } } } },
        "401": errorResponse("unauthorized", "Falta la clave."),
      },
    });
    expect(Object.entries(constant(contract, "errors"))).toEqual([
      ["unauthorized", expect.objectContaining({ status: 401, message: "Falta la clave." })],
      ["not_found", expect.objectContaining({ status: 404, message: "No existe." })],
      ["payload_too_large", expect.objectContaining({ status: 413, message: "Es muy grande." })],
    ]);
  });

  test("may have several examples that agree, of which the longest meaning counts", () => {
    const response = { ...errorResponse("not_found", "No existe."), description: "There is no `note`." };
    expect(constant(smallContract({ responses: { "404": response } }), "errors")).toEqual({
      not_found: { status: 404, message: "No existe.", meaning: "There is no note." },
    });
  });

  test.each([
    ["message", "404", "No está."],
    ["status", "410", "No existe."],
  ])("stop the generator when two examples of a code disagree in the %s", (_, status, message) => {
    const contract = smallContract({ responses: { [status]: errorResponse("not_found", message) } });
    expect(() => constantsFile(contract)).toThrow(
      `The examples of error code not_found disagree: {"status":${status},"message":"${message}"} ` +
        'and {"status":404,"message":"No existe."}.',
    );
  });
});

function constant(contract: Contract, name: string): object {
  const text = new RegExp(`^export const ${name} = ([^]*?) as const;$`, "m").exec(constantsFile(contract));
  return JSON.parse(text?.[1] ?? "");
}

const called = smallContract({
  parameters: [{ name: "Idempotency-Key", in: "header", schema: {} }],
  responses: { "201": { content: {} }, "404": errorResponse("not_found", "No existe.") },
});

test.each([
  ["contractVersion", "1.2.3"],
  ["webhookTolerance", 11],
  ["errorStatuses", { not_found: 404 }],
  ["commonErrors", [404]],
  ["pathPrefix", "/v1"],
])("%s", (name, want) => {
  expect(callsConstant(name)).toEqual(want);
});

test("an error that not every operation declares is not common", () => {
  called.paths["/v1/notes/{id}"] = { get: smallOperation({ operationId: "readNote" }) };
  expect(callsConstant("commonErrors")).toEqual([]);
});

/** The value of an exported callsConstant. */
function callsConstant(name: string): unknown {
  const [, value = ""] =
    new RegExp(`export const ${name}[^=]* = ([^]*?)(?: as const)?;\n`).exec(callsFile(called)) ?? [];
  return JSON.parse(value);
}

const limit: Parameter = { name: "limit", in: "query", schema: { default: 5 } };
const q: Parameter = { name: "q", in: "query", schema: {} };
const jsonBody = (schema: object): NonNullable<Operation["requestBody"]> => ({
  content: { "application/json": { schema } },
});

interface Row {
  given: string;
  operation?: Partial<Operation>;
  change?: (contract: Json) => void;
  want: object;
}
const rows: Row[] = [
  {
    given: "an operation without parameters",
    want: {
      method: "get",
      path: "/v1/notes",
      scopes: ["notes:read"],
      query: [],
      integers: [],
      headers: [],
      statuses: [200],
      defaults: { query: {}, body: {} },
    },
  },
  {
    given: "several scopes",
    operation: { security: [{ apiKey: ["notes:read", "notes:write"] }] },
    want: { scopes: ["notes:read", "notes:write"] },
  },
  { given: "a key with whatever scopes", operation: { security: [{ apiKey: [] }] }, want: { scopes: [] } },
  {
    given: "several statuses",
    operation: { responses: { "200": { content: {} }, "404": { $ref: "#/components/responses/NotFound" } } },
    want: { statuses: [200, 404] },
  },
  {
    given: "parameters in the query, in the path and in a header",
    operation: {
      parameters: [q, { ...q, name: "id", in: "path" }, { ...q, name: "If-Match", in: "header" }],
    },
    want: { query: ["q"], defaults: { query: {}, body: {} } },
  },
  {
    given: "an integer in the query",
    operation: { parameters: [q, { ...limit, schema: { type: "integer" } }] },
    want: { query: ["q", "limit"], integers: ["limit"] },
  },
  {
    given: "a default in the query, one of them false",
    operation: { parameters: [limit, { name: "all", in: "query", schema: { default: false } }] },
    want: { query: ["limit", "all"], defaults: { query: { limit: 5, all: false }, body: {} } },
  },
  {
    given: "a parameter by reference",
    operation: { parameters: [{ $ref: "#/components/parameters/Limit" }] },
    change: (contract) => (contract.components.parameters = { Limit: limit }),
    want: { query: ["limit"], defaults: { query: { limit: 5 }, body: {} } },
  },
  {
    given: "a parameter of the path",
    operation: { parameters: [q] },
    change: (contract) => (contract.paths["/v1/notes"].parameters = [limit]),
    want: { query: ["limit", "q"], defaults: { query: { limit: 5 }, body: {} } },
  },
  {
    given: "a default in the body",
    operation: { requestBody: jsonBody({ properties: { name: {}, color: { default: "red" } } }) },
    want: { defaults: { query: {}, body: { color: "red" } } },
  },
  {
    given: "a body by reference",
    operation: { requestBody: jsonBody({ $ref: "#/components/schemas/NoteCreate" }) },
    change: (contract) =>
      (contract.components.schemas.NoteCreate = { properties: { color: { default: "red" } } }),
    want: { defaults: { query: {}, body: { color: "red" } } },
  },
];

test.each(rows)("$given", ({ operation, change, want }) => {
  const contract = smallContract(operation);
  change?.(contract);
  expect(tableOf(contract)["listNotes"]).toMatchObject(want);
});

test("the file exports the table and the type of its names", () => {
  const text = operationsFile(smallContract());
  expect(text.match(/^export .*?(?= \{$|;$)/gm)).toEqual([
    "export const operations =",
    "export type OperationId = keyof typeof operations",
  ]);
});

function tableOf(contract: Contract): Record<string, object> {
  return JSON.parse(/operations = ([^]*?) as const;/.exec(operationsFile(contract))?.[1] ?? "");
}

const object = (properties: object) => ({ type: "object", properties });
const page = object({ data: { items: { $ref: "#/components/schemas/Note" } }, has_more: {} });
const success = (name: string) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` }, examples: {} } },
});
const resources = smallContract({
  description: "Lists the notes.",
  parameters: [{ name: "cursor", in: "query", schema: {} }],
  responses: { "200": success("NotePage"), "404": errorResponse("not_found", "No existe.") },
});
Object.assign(resources.components.schemas, {
  NotePage: page,
  NoteResponse: object({ data: { $ref: "#/components/schemas/Note" } }),
});
resources.paths["/v1/notes"]!.post = smallOperation({
  operationId: "createNote",
  security: [{ apiKey: ["notes:write"] }],
  parameters: [{ name: "Idempotency-Key", in: "header", schema: {} }],
  requestBody: {
    content: { "application/json": { schema: { $ref: "#/components/schemas/CreateNoteRequest" } } },
  },
  responses: { "201": success("NoteResponse") },
});
resources.paths["/v1/notes/{id}"] = {
  patch: smallOperation({
    operationId: "updateNote",
    security: [{ apiKey: ["notes:write"] }],
    "x-idempotent": true,
    parameters: [{ name: "id", in: "path", schema: {} }],
    responses: { "200": success("NoteResponse") },
  }),
};
const methodsText = methodsFile(resources, () => true);

test("each operation is a method of its resource, with the contract's methodsText, arguments and types", () => {
  expect(methodsText).toContain("/** What somebody wrote down. */\nexport interface Notes {");
  expect(methodsText).toMatch(
    /\* Lists the notes\.\n   \*\n   \* Scope: `notes:read`\.\n   \*\n   \* @throws .* 404 not_found\n   \* @example/,
  );
  expect(methodsText).toContain(
    'list: (query?: ListNotesQuery, options?: CallOptions) => List<NotePage, "listNotes">;',
  );
  expect(methodsText).toContain(
    'create: (body: Body<CreateNoteRequest>, options?: CreateOptions) => Call<Note, "createNote">;',
  );
  expect(methodsText).toContain('update: (id: string, options?: CallOptions) => Call<Note, "updateNote">;');
  expect(methodsText).toContain('export type { CreateNoteRequest, Note, NotePage } from "./types.ts";');
});

test("at run time a method knows its request, what it takes, and its own errors", () => {
  const [, table = ""] = /export const methods = ([^]*) as const/.exec(methodsText) ?? [];
  expect(JSON.parse(table)).toEqual({
    notes: {
      list: "GET /v1/notes list query 404",
      create: "POST /v1/notes body keyed",
      update: "PATCH /v1/notes/{id} idempotent",
    },
  });
});
