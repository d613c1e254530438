import { expect, test } from "vitest";
import { callsFile } from "../../../openapi/tools/calls-file.ts";
import { errorResponse, smallContract } from "../../support/small-contract.ts";

const contract = smallContract({
  parameters: [{ name: "Idempotency-Key", in: "header", schema: {} }],
  responses: { "201": { content: {} }, "404": errorResponse("not_found", "No existe.") },
});

test.each([
  ["contractVersion", "1.2.3"],
  ["webhookTolerance", 11],
  ["errorStatuses", { not_found: 404 }],
  ["commonErrors", [404]],
  ["calls", { listNotes: { request: "GET /v1/notes", keyed: true } }],
])("%s", (name, want) => {
  expect(constant(name)).toEqual(want);
});

test("an operation has the errors that not all others have", () => {
  const responses = { "200": { content: {} } };
  const read = { operationId: "readNote", security: [], responses };
  contract.paths["/v1/notes/{id}"] = { get: { ...read, parameters: [] } };
  expect(constant("commonErrors")).toEqual([]);
  expect(constant("calls")).toEqual({
    listNotes: { request: "GET /v1/notes", errors: [404], keyed: true },
    readNote: { request: "GET /v1/notes/{id}" },
  });
});

/** The value of an exported constant. */
function constant(name: string): unknown {
  const [, value = ""] =
    new RegExp(`export const ${name}[^=]* = ([^]*?)(?: as const)?;\n`).exec(callsFile(contract)) ?? [];
  return JSON.parse(value);
}
