import { expect, test } from "vitest";
import { breakContract, testBreaks } from "./breaks.ts";
import { lint } from "./lint.ts";

const rule = "contacts/response-headers";
const all = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id";

testBreaks([
  ...[
    ["a success", "A page of contacts."],
    ["an error", "The workspace has no such resource, or the API has no such path."],
    ["a response to a request that reaches no operation", "The request did not arrive in time."],
  ].map(([what, description]) => ({
    given: `${what} without headers`,
    from: new RegExp(`(${description}\n(?: +x-.*\n)?) +headers: .*\n`),
    to: "$1",
    rule,
    message: `The response does not have ${all}. See openapi/README.md#headers`,
    at: new RegExp(`.*(?=\n.*${description})`),
  })),
  ...[
    ["201", "Location", "The contact was created."],
    [
      "401",
      "WWW-Authenticate",
      "The `Authorization` header is missing, or there is no such key, token or session.",
    ],
    ["403", "WWW-Authenticate", "The key lacks the scope that the operation needs."],
    ["405", "Allow", "The path exists, but not with this method."],
    ["429", "Retry-After", "The key has used up its window."],
    ["503", "Retry-After", "The server cannot reach its database right now."],
    ["429", "X-RateLimit-Reset", "The key has used up its window."],
  ].map(([status, header, description]) => ({
    given: `a ${status} without ${header}`,
    from: new RegExp(`(${description}[^]*?)${header}:`),
    to: "$1X-Other:",
    rule,
    message: `The response does not have ${header}. See openapi/README.md#headers`,
    at: new RegExp(`${description}[^]*?headers:`),
  })),
]);

test("the rule leaves out webhooks, whose responses the receiver sends", async () => {
  const withWebhook = breakContract({
    from: /^webhooks:\n/m,
    to: `$&  contact.read:
    post:
      operationId: onContactCreated
      responses:
        "201": { description: Taken. }
`,
  });
  const rules = (await lint([withWebhook]))[0]?.map((problem) => problem.rule);
  expect(rules).toContain("operation-summary");
  expect(rules).not.toContain(rule);
});
