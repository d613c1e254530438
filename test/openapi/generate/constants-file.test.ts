import { describe, expect, test } from "vitest";
import { constantsFile } from "../../../openapi/generate/constants-file.ts";
import type { Contract } from "../../../openapi/model/contract.ts";
import { errorResponse, smallContract } from "./small-contract.ts";

test.each([
  ["errors", { not_found: { status: 404, message: "No existe." } }],
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
      ["unauthorized", { status: 401, message: "Falta la clave." }],
      ["not_found", { status: 404, message: "No existe." }],
      ["payload_too_large", { status: 413, message: "Es muy grande." }],
    ]);
  });

  test("may have several examples that agree", () => {
    const contract = smallContract({ responses: { "404": errorResponse("not_found", "No existe.") } });
    expect(constant(contract, "errors")).toEqual({ not_found: { status: 404, message: "No existe." } });
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
