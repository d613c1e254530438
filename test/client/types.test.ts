import { readdirSync, readFileSync } from "node:fs";
import { expect, expectTypeOf, test } from "vitest";
import { commonErrors, contractVersion } from "../../generated/calls.ts";
import {
  createClient,
  isApiError,
  type ApiError,
  type CallError,
  type Contact,
  type DeletedContact,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  type Event,
  type EventType,
  type UnknownEvent,
} from "../../client/index.ts";
import type { WebhookEvent } from "../../client/webhooks/index.ts";
import { errors } from "../../generated/constants.ts";
import {
  operationsOf,
  requirementOf,
  type Operation,
} from "../../openapi/model/contract.ts";
import { readContract } from "../../openapi/model/read-contract.ts";

// Held by tsc. Nothing here sends a request.
const client = createClient({
  apiKey: "contacts_live_x",
  baseUrl: "http://127.0.0.1",
});

test("what the contract does not know does not compile", () => {
  const { contacts, conversations, tickets, articles, events, raw } = client;
  const neverCalled = () => [
    // @ts-expect-error no such parameter
    contacts.list({ limt: 5 }),
    // @ts-expect-error a number is expected
    contacts.list({ limit: "5" }),
    // @ts-expect-error city is no input of creation
    contacts.create({ name: "x", email: "x@example.com", city: "La Plata" }),
    contacts.create({
      name: "x",
      email: "x@example.com",
      // @ts-expect-error custom fields hold text and numbers
      custom_fields: { a: true },
    }),
    // @ts-expect-error no such status
    conversations.list({ status: "solved" }),
    tickets.create(
      { contact_id: "x", subject: "x", description: "x" },
      // @ts-expect-error no such option
      { idempotency_key: "x" },
    ),
    // @ts-expect-error the API writes no articles
    articles.create({ title: "x" }),
    // @ts-expect-error no such type of event
    events.list({ types: ["contact.lost"] }),
    // @ts-expect-error no such path
    raw.GET("/v1/contact"),
    // @ts-expect-error no such code
    isApiError(undefined, "duplicate"),
  ];
  expectTypeOf(neverCalled).toBeFunction();
});

test("there is a consumer of a release of this major version, whose file compiles", () => {
  const releases = readdirSync("test/consumers");
  expect(releases.map((name) => name.split(".")[0])).toContain(
    contractVersion.split(".")[0],
  );
});

test("the type of an event narrows its data", () => {
  const neverCalled = (event: Event) => {
    switch (event.type) {
      case "contact.created":
        // @ts-expect-error a creation replaces nothing
        return event.previous;
      case "contact.updated":
        expectTypeOf(event.previous).toEqualTypeOf<
          Partial<Contact> | undefined
        >();
        return expectTypeOf(event.data).toEqualTypeOf<Contact>();
      case "contact.deleted":
        return expectTypeOf(event.data).toEqualTypeOf<DeletedContact>();
      case "ticket.created":
        // @ts-expect-error a ticket has no email
        return event.data.email;
      case "ticket.updated":
        // @ts-expect-error a ticket has no email
        return [event.data.email, event.previous?.email];
      case "conversation.created":
      case "conversation.updated":
      case "message.created":
      case "article.published":
      case "article.unpublished":
        return expectTypeOf(event.data.object).toBeString();
      default: {
        const other: UnknownEvent = event;
        return expectTypeOf(other.data).toBeUnknown();
      }
    }
  };
  expectTypeOf(neverCalled).toBeFunction();
  expectTypeOf<Event["type"]>().toExtend<EventType>();
  const received = (event: WebhookEvent) =>
    event.type === "contact.created" ? event.data : undefined;
  expectTypeOf(received).returns.toEqualTypeOf<Contact | undefined>();
});

test("a code narrows the error; without one its body is not known, and the code completes in an editor", () => {
  const error: unknown = undefined;
  if (isApiError(error, "conflict")) {
    expectTypeOf(error).toEqualTypeOf<ApiError<"conflict">>();
    expectTypeOf(error.status).toEqualTypeOf<409>();
    expectTypeOf(error.body.error.contact_id).toBeString();
    // @ts-expect-error a conflict has no such field
    void error.body.error.required_scope;
  }
  if (isApiError(error, "validation_error", "missing_parameter")) {
    expectTypeOf(error.status).toEqualTypeOf<400 | 422>();
    expectTypeOf(error.body.error.details).toEqualTypeOf<ErrorDetail[]>();
  }
  if (!isApiError(error)) return;
  expectTypeOf(error.details).toEqualTypeOf<ErrorDetail[]>();
  // A code that is not known here may come with any body.
  expectTypeOf(error.body).toBeUnknown();
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
});

test("the codes of the types are those of the constants, each with a body", () => {
  type Known = keyof typeof errors;
  expectTypeOf<ErrorCode>().toEqualTypeOf<Known | (string & {})>();
  expectTypeOf<{
    [Code in Known]: ErrorBody<Code>["error"]["code"];
  }>().toEqualTypeOf<{
    [Code in Known]: Code;
  }>();
});

test("each declared status of a result narrows, and no other does", () => {
  const neverCalled = async () => {
    const created = await client.contacts
      .create({ name: "x", email: "x" })
      .result();
    if (created.ok) expectTypeOf(created.status).toEqualTypeOf<201>();
    if (created.ok) expectTypeOf(created.data).toEqualTypeOf<Contact>();
    if (created.ok) expectTypeOf(created.error).toEqualTypeOf<undefined>();
    if (created.status === 403 && created.error.code === "forbidden")
      expectTypeOf(created.error.body.error.required_scope).toBeString();
    if (created.status === 409)
      expectTypeOf(created.error).toEqualTypeOf<
        ApiError<"conflict"> | ApiError<"request_in_progress">
      >();
    if (created.status === 409 && created.error.code === "conflict")
      expectTypeOf(created.error.body.error.contact_id).toBeString();
    if (created.status === undefined)
      expectTypeOf(created.error).toEqualTypeOf<CallError>();
    // @ts-expect-error creating a contact declares no 404
    if (created.status === 404) return;
    // @ts-expect-error without a look at the status there may be no data
    void created.data.id;
  };
  expectTypeOf(neverCalled).toBeFunction();
});

const flat = (text: string) => text.replaceAll(/\s+(\* )?/g, " ").trim();
const read = (name: string) => readFileSync(`generated/${name}.ts`, "utf8");

/** operationId → the comment of its method, which editors show, and the type of its result. */
const methods = new Map(
  [
    ...read("methods").matchAll(
      /\/\*\*(.*?)\*\/\n +\w+: [^\n]* => (?:Call|List)<([^\n]*), "(\w+)">;/gs,
    ),
  ].map(([, comment = "", value = "", id = ""]) => [
    id,
    { comment: flat(comment), value },
  ]),
);

test.each(
  operationsOf((await readContract()).contract)
    .map(({ operation }) => operation as Operation & { description: string })
    .filter((operation) => requirementOf(operation).scheme === "apiKey"),
)(
  "$operationId has a method that shows the contract's text, its scope, its own errors and an example",
  (operation) => {
    const { operationId, description, responses } = operation;
    const { comment = "" } = methods.get(operationId) ?? {};
    const scopes = requirementOf(operation).scopes.map(
      (scope) => `\`${scope}\``,
    );
    expect(comment).toContain(flat(description));
    expect(comment).toContain(`Scope: ${scopes.join(" and ") || "none"}.`);
    const specific = [403, 404, 409, 422].filter(
      (each) => !commonErrors.some((one) => one === each),
    );
    for (const status of specific.filter((each) => each in responses))
      expect(comment).toMatch(new RegExp(`@throws .* ${status} .*@example`));
    expect(comment).toMatch(/@example .*\bawait\b.*\bapi\./);
  },
);

test("the compiler's messages name what a method returns, and do not list its fields", () => {
  expect(
    [...methods.values()].filter(({ value }) => !/^\w+$/.test(value)),
  ).toEqual([]);
});

test("a field of a request shows its bounds, a parameter its default too", () => {
  const types = read("types");
  expect(types).toMatch(/Unique in the workspace;.*At most 254 characters\.\n/);
  expect(types).toMatch(/At most 50 elements, 1 to 50 characters each\./);
  expect(types).toMatch(/1 to 100\. Default: 25\.\n/);
});
