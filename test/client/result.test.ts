import { expect, expectTypeOf, test } from "vitest";
import {
  ConflictError,
  ConnectionError,
  createClient,
  isApiError,
  NotFoundError,
  type ApiError,
  type CallError,
  type Contact,
} from "../../client/index.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const { contacts, tickets } = createClient({
  apiKey: await server.key(["*"]),
  baseUrl: server.address,
});
const ana = { name: "Ana", email: "ana@example.com" };

test("a result is a value whatever the call comes to, and its status narrows it", async () => {
  const created = await contacts.create(ana).result();
  if (created.status !== 201) throw created.error;
  expectTypeOf(created.data).toEqualTypeOf<Contact>();
  expect(created).toMatchObject({ ok: true, data: ana });

  const refused = await contacts.create(ana).result();
  if (refused.status !== 409) throw new Error("no conflict");
  expect(refused.error).toBeInstanceOf(ConflictError);
  if (!isApiError(refused.error, "conflict")) throw refused.error;
  expect(refused.error.body.error.contact_id).toBe(created.data.id);
});

test("what the operation does not declare has no status, but an error that tells all", async () => {
  // Under a longer base address there are no operations, for which the server returns a 404.
  const elsewhere = createClient({
    apiKey: await server.key(["*"]),
    baseUrl: `${server.address}/elsewhere`,
  });
  const result = await elsewhere.contacts.list().result();
  const error = { status: 404, code: "path_not_found" };
  expect(result).toMatchObject({ ok: false, status: undefined, error });
  // Nobody may take a contact for erased because of a wrong address.
  const one = await elsewhere.contacts.get("x").result();
  expect(one).toMatchObject({ ok: false, status: undefined, error });
  expect(one.error).not.toBeInstanceOf(NotFoundError);
});

test("no response is a result too; an abort still rejects", async () => {
  const broken = createClient({
    apiKey: "contacts_live_x",
    baseUrl: server.address,
    retries: 0,
    fetch: () => Promise.reject(new Error("The line broke.")),
  });
  const result = await broken.contacts.list().result();
  expect([result.status, result.error instanceof ConnectionError]).toEqual([undefined, true]);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(contacts.list({}, { signal }).result()).rejects.toThrow("enough");
});

test("each declared status narrows, and no other does", () => {
  const neverCalled = async () => {
    const contact = await contacts.create(ana).result();
    if (contact.ok) expectTypeOf(contact.status).toEqualTypeOf<201>();
    if (contact.ok) expectTypeOf(contact.error).toEqualTypeOf<undefined>();
    if (contact.status === 400)
      expectTypeOf(contact.error).toEqualTypeOf<
        ApiError<"invalid_json"> | ApiError<"missing_parameter"> | ApiError<"malformed_request">
      >();
    if (contact.status === 403) expectTypeOf(contact.error.body.error.required_scope).toBeString();
    if (contact.status === 409)
      expectTypeOf(contact.error).toEqualTypeOf<ApiError<"conflict"> | ApiError<"request_in_progress">>();
    if (contact.status === 409 && contact.error.code === "conflict")
      expectTypeOf(contact.error.body.error.contact_id).toBeString();
    if (contact.status === undefined) expectTypeOf(contact.error).toEqualTypeOf<CallError>();
    // @ts-expect-error creating a contact declares no 404
    if (contact.status === 404) return;
    // @ts-expect-error it is created, not given
    if (contact.status === 200) return;

    const ticket = await tickets.create({ contact_id: "x", subject: "x", description: "x" }).result();
    if (ticket.status === 409) expectTypeOf(ticket.error).toEqualTypeOf<ApiError<"request_in_progress">>();
    // @ts-expect-error without a look at the status there may be no data
    void ticket.data.id;
  };
  expectTypeOf(neverCalled).toBeFunction();
});
