import { expect, test } from "vitest";
import type { Contract, Operation, Parameter } from "../../../openapi/model/contract.ts";
import { operationsFile } from "../../../openapi/generate/operations-file.ts";
import { smallContract } from "./small-contract.ts";
import type { Json } from "../../support/at.ts";

const limit: Parameter = { name: "limit", in: "query", schema: { default: 5 } };
const q: Parameter = { name: "q", in: "query", schema: {} };
const json = (schema: object): NonNullable<Operation["requestBody"]> => ({
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
  {
    given: "a key with whatever scopes",
    operation: { security: [{ apiKey: [] }] },
    want: { scopes: [] },
  },
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
    operation: { requestBody: json({ properties: { name: {}, color: { default: "red" } } }) },
    want: { defaults: { query: {}, body: { color: "red" } } },
  },
  {
    given: "a body by reference",
    operation: { requestBody: json({ $ref: "#/components/schemas/NoteCreate" }) },
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
