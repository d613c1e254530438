import { expect, test } from "vitest";
import { callsFile } from "../../../openapi/generate/constants-file.ts";
import { errorResponse, smallContract, smallOperation } from "./small-contract.ts";

const contract = smallContract({
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
  expect(constant(name)).toEqual(want);
});

test("an error that not every operation declares is not common", () => {
  contract.paths["/v1/notes/{id}"] = { get: smallOperation({ operationId: "readNote" }) };
  expect(constant("commonErrors")).toEqual([]);
});

/** The value of an exported constant. */
function constant(name: string): unknown {
  const [, value = ""] =
    new RegExp(`export const ${name}[^=]* = ([^]*?)(?: as const)?;\n`).exec(callsFile(contract)) ?? [];
  return JSON.parse(value);
}
