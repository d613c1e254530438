import { expect, onTestFinished, test, vi } from "vitest";
import { createClient, isApiError } from "../../client/index.ts";
import { example, mockFetch } from "../../client/testing.ts";
import { examples } from "../../generated/examples.ts";

const api = createClient({
  apiKey: "test",
  baseUrl: "http://contacts.test",
  retries: 0,
  fetch: mockFetch({
    "GET /v1/contacts/{id}": ({ path }) => ({
      status: 404,
      body: { error: { code: "not_found", message: `No contact ${path.id}` } },
    }),
    "GET /v1/contacts": ({ query }) => ({
      status: 200,
      body: { data: [], next_cursor: query.get("cursor"), has_more: false },
    }),
    "POST /v1/contacts": ({ body }) => ({
      status: 409,
      body: {
        error: { code: "conflict", message: body.email, contact_id: "ct_1" },
      },
    }),
  }),
});

test("a mock responds what its handlers give, each of its own operation", async () => {
  expect(await api.contacts.list({ cursor: "x" })).toEqual({
    data: [],
    next_cursor: "x",
    has_more: false,
  });
  const error: unknown = await api.contacts
    .create({ name: "x", email: "x@example.com" })
    .catch((thrown: unknown) => thrown);
  expect(isApiError(error, "conflict") && error.body.error.contact_id).toBe(
    "ct_1",
  );
  await expect(api.contacts.get("a b")).rejects.toThrow("No contact a b");
});

test("the address of a mock may have a path", async () => {
  const { contacts } = createClient({
    apiKey: "test",
    baseUrl: "http://contacts.test/proxy/support",
    fetch: mockFetch({
      "GET /v1/contacts": () => ({
        status: 200,
        body: { data: [], next_cursor: null, has_more: false },
      }),
    }),
  });

  expect((await contacts.list()).data).toEqual([]);
});

test("a response without a body is mocked as such", async () => {
  const fetch = mockFetch({
    "GET /v1/contacts/{id}": () => ({ status: 304, headers: { ETag: '"1"' } }),
  });
  const { raw } = createClient({
    apiKey: "test",
    baseUrl: "http://contacts.test",
    fetch,
  });
  const { response } = await raw.GET("/v1/contacts/{id}", {
    params: { path: { id: "x" } },
  });
  expect(response.status).toBe(304);
  expect(response.headers.get("ETag")).toBe('"1"');
  expect(await response.text()).toBe("");
});

test("a header of a mock replaces the usual one, in any case of its letters", async () => {
  const { contacts } = createClient({
    apiKey: "test",
    baseUrl: "http://contacts.test",
    fetch: mockFetch({
      "GET /v1/contacts/{id}": () => ({
        status: 404,
        headers: { "x-request-id": "req_7", "content-type": "text/plain" },
        body: { error: { code: "not_found", message: "m" } },
      }),
    }),
  });
  const error: unknown = await contacts.get("x").catch((thrown) => thrown);
  expect(error).toMatchObject({ requestId: "req_7" });
  expect(isApiError(error) && error.headers.get("Content-Type")).toBe(
    "text/plain",
  );
});

test("an operation without a handler says so at once, with retries too", async () => {
  let calls = 0;
  const mock = mockFetch({});
  const fetch: typeof mock = (url, init) => {
    calls++;
    return mock(url, init);
  };
  const { tickets } = createClient({
    apiKey: "test",
    baseUrl: "http://contacts.test",
    fetch,
  });
  await expect(tickets.list()).rejects.toMatchObject({
    code: "path_not_found",
    message: expect.stringContaining(
      "mockFetch has no handler for GET /v1/tickets.",
    ),
  });
  expect(calls).toBe(1);
});

test("an example has the fields that a test gives", () => {
  expect(example("Contact", { name: "Eva" })).toEqual({
    ...examples.Contact,
    name: "Eva",
  });
  expect(example("Contact").tags).not.toBe(examples.Contact.tags);
  // @ts-expect-error a contact has no subject
  expect(example("Contact", { subject: "x" })).toHaveProperty("subject", "x");
});

test("fake timers that are advanced bring a retry", async () => {
  // Clocks stay real: a server of an earlier file may still be at work in this process.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const statuses = [503, 503];
  const { contacts } = createClient({
    apiKey: "test",
    baseUrl: "http://contacts.test",
    fetch: mockFetch({
      "GET /v1/contacts": () =>
        statuses.pop() === 503
          ? {
              status: 503,
              body: { error: { code: "service_unavailable", message: "m" } },
            }
          : {
              status: 200,
              body: { data: [], next_cursor: null, has_more: false },
            },
    }),
  });
  const list = contacts.list();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await list).data).toEqual([]);
});

test("what the API could never send does not compile", () => {
  const neverCalled = () => [
    // @ts-expect-error no such operation
    mockFetch({ "GET /v1/nothing": () => ({ status: 200, body: {} }) }),
    // @ts-expect-error getting a contact declares no 201
    mockFetch({ "GET /v1/contacts/{id}": () => ({ status: 201, body: {} }) }),
  ];
  expect(neverCalled).toBeTypeOf("function");
});
