import { expect, test } from "vitest";
import { callsFile } from "../../../openapi/tools/calls-file.ts";
import { errorResponse, smallContract } from "../../support/small-contract.ts";

const contract = smallContract({
  parameters: [{ name: "Idempotency-Key", in: "header", schema: {} }],
  responses: { "201": { content: {} }, "404": errorResponse("not_found", "No existe.") },
});

test.each([
  ["contractVersion", "1.2.3"],
  ["errorStatuses", { not_found: 404 }],
  ["commonStatuses", [201, 404]],
  ["calls", { listNotes: { request: "GET /v1/notes", statuses: [], keyed: true } }],
])("%s", (name, want) => {
  expect(constant(name)).toEqual(want);
});

test("an operation has the statuses that not all others have", () => {
  const responses = { "200": { content: {} } };
  const read = { operationId: "readNote", security: [], responses };
  contract.paths["/v1/notes/{id}"] = { get: { ...read, parameters: [] } };
  expect(constant("commonStatuses")).toEqual([]);
  expect(constant("calls")).toMatchObject({
    listNotes: { statuses: [201, 404] },
    readNote: { request: "GET /v1/notes/{id}", statuses: [200], keyed: false },
  });
});

/** The value of an exported constant. */
function constant(name: string): unknown {
  const [, value = ""] =
    new RegExp(`export const ${name} = ([^]*?)(?: as const)?;\n`).exec(callsFile(contract)) ?? [];
  return JSON.parse(value);
}
