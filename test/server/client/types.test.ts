import { expectTypeOf, test } from "vitest";
import {
  createClient,
  isApiError,
  type ApiError,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetail,
} from "../../../client/index.ts";
import { errors } from "../../../generated/catalogue.ts";
import type { operations } from "../../../generated/types.ts";

// Held by tsc. Nothing here sends a request.
const client = createClient({ apiKey: "contacts_live_x", baseUrl: "http://127.0.0.1" });
type Contacts = typeof client.contacts;
type BodyOf<Id extends keyof operations, Status> = Status extends keyof operations[Id]["responses"]
  ? operations[Id]["responses"][Status] extends { content: { "application/json": infer Body } }
    ? Body
    : never
  : never;

test("methods give what the contract declares", () => {
  expectTypeOf<ReturnType<Contacts["list"]>>().resolves.toEqualTypeOf<BodyOf<"listContacts", 200>>();
  expectTypeOf<ReturnType<Contacts["get"]>>().resolves.toEqualTypeOf<BodyOf<"getContact", 200>["data"]>();
  expectTypeOf<ReturnType<Contacts["create"]>>().resolves.toEqualTypeOf<
    BodyOf<"createContact", 201>["data"]
  >();
});

test("methods take what the contract declares", () => {
  expectTypeOf<Parameters<Contacts["list"]>[0]>().toEqualTypeOf<
    operations["listContacts"]["parameters"]["query"]
  >();
  expectTypeOf<Parameters<Contacts["create"]>[0]>().toEqualTypeOf<
    operations["createContact"]["requestBody"]["content"]["application/json"]
  >();
});

test("what the contract does not know does not compile", () => {
  const { contacts, raw } = client;
  const neverCalled = () => [
    // @ts-expect-error no such parameter
    contacts.list({ limt: 5 }),
    // @ts-expect-error a number is wanted
    contacts.list({ limit: "5" }),
    // @ts-expect-error the id is missing
    contacts.get(),
    // @ts-expect-error the email is missing
    contacts.create({ name: "x" }),
    // @ts-expect-error city is no input of creation
    contacts.create({ name: "x", email: "x@example.com", city: "La Plata" }),
    // @ts-expect-error custom fields hold text and numbers
    contacts.create({ name: "x", email: "x@example.com", custom_fields: { a: true } }),
    // @ts-expect-error no such operation
    contacts.remove("x"),
    // @ts-expect-error no such path
    raw.GET("/v1/contact"),
    // @ts-expect-error the key is missing
    createClient({ baseUrl: "http://127.0.0.1" }),
    // @ts-expect-error no such code
    isApiError(undefined, "duplicate"),
  ];
  expectTypeOf(neverCalled).toBeFunction();
});

test("a code narrows the error", () => {
  const error: unknown = undefined;
  if (isApiError(error, "conflict")) {
    expectTypeOf(error).toEqualTypeOf<ApiError<"conflict">>();
    expectTypeOf(error.code).toEqualTypeOf<"conflict">();
    expectTypeOf(error.status).toEqualTypeOf<409>();
    expectTypeOf(error.body.error.contact_id).toBeString();
    // @ts-expect-error a conflict has no such member
    void error.body.error.required_scope;
  }
  if (isApiError(error, "forbidden")) expectTypeOf(error.body.error.required_scope).toBeString();
  if (isApiError(error, "validation_error", "missing_parameter")) {
    expectTypeOf(error.status).toEqualTypeOf<400 | 422>();
    expectTypeOf(error.body.error.details).toEqualTypeOf<ErrorDetail[]>();
  }
});

test("without a code the body still narrows by its own", () => {
  const error: unknown = undefined;
  if (!isApiError(error)) return;
  expectTypeOf(error).toEqualTypeOf<ApiError>();
  expectTypeOf(error.details).toEqualTypeOf<ErrorDetail[]>();
  if (error.body.error.code === "conflict") expectTypeOf(error.body.error.contact_id).toBeString();
});

test("the codes of the types are those of the catalogue, each with a body", () => {
  expectTypeOf<ErrorCode>().toEqualTypeOf<keyof typeof errors>();
  expectTypeOf<{ [Code in ErrorCode]: ErrorBody<Code>["error"]["code"] }>().toEqualTypeOf<{
    [Code in ErrorCode]: Code;
  }>();
});
