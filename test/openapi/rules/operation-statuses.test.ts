import { expect, test } from "vitest";
import { breakContract, testBreaks } from "./breaks.ts";
import { lint } from "./lint.ts";

const rule = "contacts/operation-statuses";

testBreaks([
  ...["400", "401", "403", "408", "422", "429", "431", "500", "503"].map((status) => ({
    given: `an operation without ${status}`,
    from: new RegExp(`(operationId: listContacts[^]*?)"${status}"`),
    to: '$1"418"',
    rule,
    message: `The operation does not declare ${status}. See openapi/README.md#statuses`,
    at: /operationId: listContacts[^]*?responses:/,
  })),
  ...["413", "415", "422"].map((status) => ({
    given: `an operation with a body and without ${status}`,
    from: new RegExp(`(operationId: createContact[^]*?)"${status}"`),
    to: '$1"418"',
    rule,
    message: `The operation does not declare ${status}. See openapi/README.md#statuses`,
    at: /operationId: createContact[^]*?responses:/,
  })),
  {
    given: "an operation without several statuses",
    from: / +"401": .*\n +"403": .*\n/,
    to: "",
    rule,
    message: "The operation does not declare 401, 403. See openapi/README.md#statuses",
    at: /operationId: listContacts[^]*?responses:/,
  },
]);

test("nothing is said of a webhook, which the receiver responds to", async () => {
  const withWebhook = breakContract({
    from: /^webhooks:\n/m,
    to: `$&  contact.read:
    post:
      operationId: onContactCreated
      responses:
        "200": { description: Taken. }
`,
  });
  const rules = (await lint([withWebhook]))[0]?.map((problem) => problem.rule);
  expect(rules).toContain("operation-summary");
  expect(rules).not.toContain(rule);
});
