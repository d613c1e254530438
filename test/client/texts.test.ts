import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commonErrors } from "../../generated/calls.ts";
import { operationsOf, requirementOf, type Operation } from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";

const flat = (text: string) => text.replaceAll(/\s+(\* )?/g, " ").trim();
const read = (name: string) => readFileSync(`generated/${name}.ts`, "utf8");

/** operationId → the comment of its method, which editors show, and the type of what it gives. */
const methods = new Map(
  [...read("methods").matchAll(/\/\*\*(.*?)\*\/\n +\w+: [^\n]* => (?:Call|List)<([^\n]*), "(\w+)">;/gs)].map(
    ([, comment = "", value = "", id = ""]) => [id, { comment: flat(comment), value }],
  ),
);

test.each(
  operationsOf(readContract().contract)
    .map(({ operation }) => operation as Operation & { description: string })
    .filter((operation) => requirementOf(operation).scheme === "apiKey"),
)(
  "$operationId has a method that shows the contract's text, its scope, its own errors and an example",
  (operation) => {
    const { operationId, description, responses } = operation;
    const { comment = "" } = methods.get(operationId) ?? {};
    const scopes = requirementOf(operation).scopes.map((scope) => `\`${scope}\``);
    expect(comment).toContain(flat(description));
    expect(comment).toContain(`Scope: ${scopes.join(" and ") || "none"}.`);
    const own = [403, 404, 409, 422].filter((each) => !commonErrors.some((one) => one === each));
    for (const status of own.filter((each) => each in responses))
      expect(comment).toMatch(new RegExp(`@throws .* ${status} .*@example`));
    expect(comment).toMatch(/@example .*\bawait\b.*\bapi\./);
  },
);

test("the compiler's messages name what a method gives, and do not list its fields", () => {
  expect([...methods.values()].filter(({ value }) => !/^\w+$/.test(value))).toEqual([]);
});

test("a field of a request shows its bounds, a parameter its default too", () => {
  const types = read("types");
  expect(types).toMatch(/Unique in the workspace;.*At most 254 characters\.\n/);
  expect(types).toMatch(/At most 50 elements, each 1 to 50 characters\./);
  expect(types).toMatch(/1 to 100\. Default: 25\.\n/);
});
