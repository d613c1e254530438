import { expect, test } from "vitest";
import { methodsFile } from "../../../openapi/generate/methods-file.ts";
import { errorResponse, smallContract, smallOperation } from "./small-contract.ts";

const object = (properties: object) => ({ type: "object", properties });
const page = object({ data: { items: { $ref: "#/components/schemas/Note" } }, has_more: {} });
const success = (name: string) => ({
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` }, examples: {} } },
});
const contract = smallContract({
  description: "Lists the notes.",
  parameters: [{ name: "cursor", in: "query", schema: {} }],
  responses: { "200": success("NotePage"), "404": errorResponse("not_found", "No existe.") },
});
Object.assign(contract.components.schemas, {
  NotePage: page,
  NoteResponse: object({ data: { $ref: "#/components/schemas/Note" } }),
});
contract.paths["/v1/notes"]!.post = smallOperation({
  operationId: "createNote",
  security: [{ apiKey: ["notes:write"] }],
  parameters: [{ name: "Idempotency-Key", in: "header", schema: {} }],
  requestBody: {
    content: { "application/json": { schema: { $ref: "#/components/schemas/CreateNoteRequest" } } },
  },
  responses: { "201": success("NoteResponse") },
});
contract.paths["/v1/notes/{id}"] = {
  patch: smallOperation({
    operationId: "updateNote",
    security: [{ apiKey: ["notes:write"] }],
    "x-idempotent": true,
    parameters: [{ name: "id", in: "path", schema: {} }],
    responses: { "200": success("NoteResponse") },
  }),
};
const text = methodsFile(contract, () => true);

test("each operation is a method of its resource, with the contract's text, arguments and types", () => {
  expect(text).toContain("/** What somebody wrote down. */\nexport interface Notes {");
  expect(text).toMatch(
    /\* Lists the notes\.\n   \*\n   \* Scope: `notes:read`\.\n   \*\n   \* @throws .* 404 not_found\n   \* @example/,
  );
  expect(text).toContain(
    'list: (query?: ListNotesQuery, options?: CallOptions) => List<NotePage, "listNotes">;',
  );
  expect(text).toContain(
    'create: (body: CreateNoteRequest, options?: CreateOptions) => Call<Note, "createNote">;',
  );
  expect(text).toContain('update: (id: string, options?: CallOptions) => Call<Note, "updateNote">;');
  expect(text).toContain('export type { CreateNoteRequest, Note, NotePage } from "./types.ts";');
});

test("at run time a method knows its request, what it takes, and its own errors", () => {
  const [, table = ""] = /export const methods = ([^]*) as const/.exec(text) ?? [];
  expect(JSON.parse(table)).toEqual({
    notes: {
      list: "GET /v1/notes list query 404",
      create: "POST /v1/notes body keyed",
      update: "PATCH /v1/notes/{id} idempotent",
    },
  });
});
