import { describe, expect, test } from "vitest";
import { constantsFile } from "../../../openapi/generate/constants-file.ts";
import type { Contract, Parameter } from "../../../openapi/model/contract.ts";
import { errorResponse, smallContract } from "./small-contract.ts";
import { operationsFile } from "../../../openapi/generate/operations-file.ts";

// What our own contract shows is shown by the files that are committed, main.test.ts, and by those who use them. These are
// contracts of other forms.

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

const limit: Parameter = { name: "limit", in: "query", schema: { default: 5 } };
const q: Parameter = { name: "q", in: "query", schema: {} };

test("a parameter of a path is one of its operations; false is a default too", () => {
  const all: Parameter = { name: "all", in: "query", schema: { default: false } };
  const contract = smallContract({ parameters: [q, all] });
  Object.assign(contract.paths["/v1/notes"] ?? {}, { parameters: [limit] });
  expect(tableOf(contract)["listNotes"]).toMatchObject({
    query: { limit: "string", q: "string", all: "string" },
    defaults: { query: { limit: 5, all: false }, body: {} },
  });
});

function tableOf(contract: Contract): Record<string, object> {
  return JSON.parse(/operations = ([^]*?) as const;/.exec(operationsFile(contract))?.[1] ?? "");
}
