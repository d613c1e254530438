import { expect, test } from "vitest";
import { breakContract, expectProblem, lint, type Break } from "./breaks.ts";

const read = '- apiKey: ["contacts:read"]';
const scopes =
  "contacts:read, contacts:write, conversations:read, conversations:write, tickets:read, tickets:write, articles:read, events:read, *";
const oneRequirement =
  "contacts/known-scopes: Write exactly one requirement of one scheme into the `security` of the operation. #scopes";

test.each<Break>([
  {
    from: '"contacts:write"]',
    to: '"contacts:delete"]',
    message: `contacts/known-scopes: Scope \`contacts:delete\` is not in the x-scopes of \`apiKey\`: ${scopes}. #scopes (contacts:write?)`,
  },
  {
    from: '- apiKey: ["contacts:read"]',
    to: "- apiKey:\n            - contacts:read\n            - contacts:reed",
    message: `contacts/known-scopes: Scope \`contacts:reed\` is not in the x-scopes of \`apiKey\`: ${scopes}. #scopes (contacts:read?)`,
    at: /contacts:reed/,
  },
  {
    from: / +security:\n +- apiKey: \["contacts:read"\]\n/,
    to: "",
    message: oneRequirement,
    at: / {4}get:/,
  },
  {
    from: /security:\n +- apiKey: \["contacts:read"\]\n/,
    to: "security: []\n",
    message: oneRequirement,
  },
  {
    from: read,
    to: `${read}\n        - {}`,
    message: oneRequirement,
    at: / {6}security:/,
  },
  {
    from: read,
    to: `${read}\n          messengerPublicToken: []`,
    message: oneRequirement,
    at: / {6}security:/,
  },
  {
    from: read,
    to: "- apiKey: []",
    message:
      "contacts/known-scopes: The operation requires no scope: add the scope, or `x-any-key: true`. #scopes",
    at: / {6}security:/,
  },

  {
    from: "      operationId: listContacts\n",
    to: "$&      x-any-key: true\n",
    message:
      "contacts/known-scopes: The operation has a scope and `x-any-key: true`: remove one of them. #scopes",
    at: /\/v1\/contacts:[^]*?security:/,
  },

  {
    from: /(operationId: updateContact\n[^]*?), "contacts:read"\]/,
    to: "$1]",
    message:
      "contacts/known-scopes: The operation returns what only `contacts:read` reads: add that scope. #scopes",
    at: /operationId: updateContact\n[^]*?security:/,
  },
])("$message", expectProblem);

test("a scope that many operations require and the scheme lacks is one problem", async () => {
  const text = breakContract(/tickets:read: /, "tickets:list: ");
  const found = (await lint(text)).filter((problem) =>
    problem.includes("contacts/known-scopes"),
  );
  expect(found).toEqual([
    expect.stringContaining("Scope `tickets:read` is not in the x-scopes"),
  ]);
});
