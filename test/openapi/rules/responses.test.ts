import { expect, test } from "vitest";
import { breakContract, expectProblem, lint, type Break } from "./breaks.ts";

test.each<Break>([
  {
    from: /(operationId: getContact\n[^]*?) +"404": .*\n/,
    to: "$1",
    message:
      'contacts/operation-responses: The operation can respond with `404` too: add `"404": { $ref: "#/components/responses/NotFound" }`. #responses',
    at: /operationId: getContact\n[^]*?responses:/,
  },
  {
    from: /(operationId: updateContact\n[^]*?) +"412": .*\n/,
    to: "$1",
    message:
      'contacts/operation-responses: The operation can respond with `412` too: add `"412": { $ref: "#/components/responses/PreconditionFailed" }`. #responses',
    at: /operationId: updateContact\n[^]*?responses:/,
  },
  {
    from: /(operationId: getContact\n[^]*?) +X-Request-Id: .*\n/,
    to: "$1",
    message:
      'contacts/operation-responses: The response lacks the headers `X-Request-Id` too: add `X-Request-Id: { $ref: "#/components/headers/RequestId" }`. #responses',
    at: /operationId: getContact\n[^]*?"200":/,
  },
  {
    from: / +- request_in_progress\n/,
    to: "",
    message:
      "contacts/known-errors: The list of error codes in components/schemas/ErrorObject does not have `request_in_progress`. #errors",
    at: /^ {4}ErrorObject:\n[^]*?x-extensible-enum:/m,
  },
  {
    from: / +- request_in_progress\n/,
    to: "$&            - request_in_progres\n",
    message:
      "contacts/known-errors: No example shows the error code `request_in_progres`, so nobody knows its status and its message. #errors",
  },
  {
    from: "x-fields-of-codes:\n",
    to: "$&        not_fund: [details]\n",
    message:
      "contacts/known-errors: components/schemas/ErrorObject has no code or field `not_fund`. #errors (not_found?)",
  },
  {
    from: "x-fields-of-codes:\n",
    to: "$&        not_found: [detail]\n",
    message:
      "contacts/known-errors: components/schemas/ErrorObject has no code or field `detail`. #errors (details?)",
  },
  {
    from: "maximum: 100, default: 25",
    to: "maximum: 100, default: 250",
    message:
      "contacts/valid-defaults: The default `250` must be <= 100. #bounds",
  },
  {
    from: /(TicketSummary:\n[^]*?)required:/,
    to: "$1additionalProperties: false\n      required:",
    message:
      "contacts/open-responses: A response leaves its objects open, and this one is closed: A ticket without its description. #open-responses",
  },
  {
    from: /( {4}EventFields:\n[^]*?created_at:.*\n)/,
    to: "$1        kind: { type: string, enum: [a, b], description: Kind. }\n",
    message:
      "contacts/open-responses: A response may have other values than a, b: list them in an x-extensible-enum. #open-responses",
  },
  {
    from: /( {4}ContactCreatedEvent:\n[^]*?const: contact.created.*\n)/,
    to: "$1            kind: { type: string, enum: [c, d], description: Kind. }\n",
    message:
      "contacts/open-responses: A response may have other values than c, d: list them in an x-extensible-enum. #open-responses",
  },
])("$message", expectProblem);

test.each([
  { response: "Unauthorized", header: "WWW-Authenticate" },
  { response: "Forbidden", header: "WWW-Authenticate" },
  { response: "RateLimited", header: "Retry-After" },
  { response: "ServiceUnavailable", header: "Retry-After" },
])("$response has the header $header", async ({ response, header }) => {
  const place = new RegExp(`( {4}${response}:\\n[^]*?) +${header}: .*\\n`);
  const problems = await lint(breakContract(place, "$1"));
  expect(problems).toContainEqual(
    expect.stringContaining(
      `contacts/operation-responses: The response lacks the headers \`${header}\` too`,
    ),
  );
});

test("an operation has the responses of all operations, and those of its path and its header", async () => {
  const place = /(operationId: getContact\n[^]*?) +"304"[^]*?( +patch:)/;
  const problems = await lint(breakContract(place, "$1$2"));
  expect(problems).toContainEqual(
    expect.stringContaining(
      "contacts/operation-responses: The operation can respond with `400`, `401`, `403`, `408`, `422`, `429`, `431`, `500`, `503`, `default`, `404`, `304` too",
    ),
  );
});

test("an operation has the responses that its body and its header can cause", async () => {
  const place =
    /(operationId: createContact\n[^]*?) +"409": .*\n +"413": .*\n +"415": .*\n/;
  const problems = await lint(breakContract(place, "$1"));
  expect(problems).toContainEqual(
    expect.stringContaining(
      "contacts/operation-responses: The operation can respond with `413`, `415`, `409` too",
    ),
  );
});

test("a response has the headers of all responses, and a 201 also Location", async () => {
  const place = /(operationId: createContact\n[^]*?headers:\n)[^]*?( +ETag)/;
  const problems = await lint(breakContract(place, "$1$2"));
  expect(problems).toContainEqual(
    expect.stringContaining(
      "contacts/operation-responses: The response lacks the headers `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-RateLimit-Reset`, `RateLimit`, `RateLimit-Policy`, `X-Request-Id`, `Location` too",
    ),
  );
});
