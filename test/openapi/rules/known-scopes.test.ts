import { expect, test } from "vitest";
import { breakContract, testBreaks, type Break, lint } from "./breaks.ts";

const rule = "contacts/known-scopes";
const listRequirement = '- apiKey: ["contacts:read"]';

const withoutRequirement: Break[] = [
  { given: "no security of its own", from: / +security:\n +- apiKey: \["contacts:read"\]\n/, to: "" },
  { given: "an empty list", from: /security:\n +- apiKey: \["contacts:read"\]\n/, to: "security: []\n" },
  { given: "a way around the key", from: listRequirement, to: `${listRequirement}\n        - {}` },
  { given: "another way to pass", from: listRequirement, to: `${listRequirement}\n        - apiKey: ["*"]` },
].map(({ given, from, to }) => ({
  given,
  from,
  to,
  rule,
  message:
    "The security of an operation is one requirement of one scheme, which the operation states itself. See openapi/README.md#scopes",
  at: to === "" ? "    get:" : "      security:",
}));

testBreaks([
  {
    given: "a scope that is not listed",
    from: '"contacts:write"]',
    to: '"contacts:delete"]',
    rule,
    message:
      "Scope `contacts:delete` is not in the x-scopes of `apiKey`: contacts:read, contacts:write, conversations:read, " +
      "conversations:write, tickets:read, tickets:write, articles:read, events:read, *. See openapi/README.md#scopes",
    at: "contacts:delete",
  },
  {
    given: "a list of scopes that lacks one in use",
    from: / {8}contacts:write: .*\n/,
    to: "",
    rule,
    message:
      "Scope `contacts:write` is not in the x-scopes of `apiKey`: contacts:read, conversations:read, " +
      "conversations:write, tickets:read, tickets:write, articles:read, events:read, *. See openapi/README.md#scopes",
    at: '"contacts:write"]',
  },
  ...withoutRequirement,
  {
    given: "an operation whose scope was forgotten",
    from: listRequirement,
    to: "- apiKey: []",
    rule,
    message:
      "The operation requires no scope: add the scope, or `x-any-key: true`. See openapi/README.md#scopes",
    at: "      security:",
  },
  {
    given: "a scheme that is not there, which Redocly reports",
    from: '- apiKey: ["contacts:write"]',
    to: '- token: ["contacts:write"]',
    rule: "security-defined",
    message: "There is no `token` security scheme defined.",
    at: '- token: ["contacts:write"]',
  },
]);

test("null instead of scopes does not stop lint", async () => {
  const text = breakContract({ from: '["contacts:write"]', to: "null" });
  expect((await lint([text]))[0]?.map((problem) => problem.rule)).toEqual(["struct", rule]);
});
