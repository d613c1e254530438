import { expect, test } from "vitest";
import { errors } from "../../../generated/constants.ts";
import { constantsFile } from "../../../openapi/generate/constants-file.ts";
import { readContract } from "../../../openapi/model/read-contract.ts";

// The bytes of the committed files show what our own contract shows. This is what it does not.

test.each([
  ["message", "404", "No está."],
  ["status", "410", errors.not_found.message],
])("two examples of a code that disagree in the %s stop the generator", (_, status, message) => {
  const { contract } = readContract();
  const examples = { other: { value: { error: { code: "not_found", message } } } };
  Object.assign(contract.paths["/v1/contacts"]?.get?.responses ?? {}, {
    [status]: { content: { "application/json": { schema: {}, examples } } },
  });
  expect(() => constantsFile(contract)).toThrow(
    `The examples of error code not_found disagree: {"status":${status},"message":"${message}"} and `,
  );
});
