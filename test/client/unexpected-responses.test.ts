import { expect, test } from "vitest";
import { createClient, type Fetch } from "../../client/index.ts";
import { commonErrors } from "../../generated/calls.ts";
import { errorStatuses } from "../../generated/calls.ts";
import { thrown } from "./local-server.ts";

const apiKey = "contacts_live_0123456789abcdef";
const clientOf = (fetch: Fetch, more: object = {}) =>
  createClient({
    apiKey,
    baseUrl: "http://contacts.test",
    fetch,
    retries: 0,
    totalTimeout: 900,
    ...more,
  });
/** Makes a fetch that returns a response which the `Response` of this runtime refuses to make. */
const returning =
  (status: number, text: string, headers = {}): Fetch =>
  async () => ({
    ok: false,
    status,
    headers: new Headers(headers),
    text: async () => text,
  });

test("a redirect that a browser hides is a 302", async () => {
  const { contacts } = clientOf(returning(0, ""));
  expect(await thrown(contacts.list())).toMatchObject({
    name: "UnexpectedResponseError",
    status: 302,
    body: "",
  });
});

test("a body of another form is named by its media type", async () => {
  const sent = (headers: object) =>
    thrown(clientOf(returning(200, "x", headers)).contacts.list());
  expect(await sent({})).toHaveProperty(
    "message",
    "GET http://contacts.test/v1/contacts returned 200 with a body of another form (no type), which no method returns.",
  );
  expect(await sent({ "Content-Type": "text/html" })).toHaveProperty(
    "message",
    expect.stringContaining("a body of another form (text/html)"),
  );
});

test("a success with a Location is no redirect", async () => {
  const location = { Location: "/v1/contacts/ct_1" };
  const { contacts } = clientOf(returning(201, "", location));
  const call = contacts.create({ name: "Ana", email: "ana@example.com" });
  expect(await thrown(call)).toHaveProperty(
    "message",
    "POST http://contacts.test/v1/contacts returned 201 with no body, which no method returns.",
  );
});

test("a body that has the key is shown without it, whatever its status", async () => {
  for (const status of [200, 300, 302, 404, 500, 999]) {
    const { contacts } = clientOf(returning(status, `Bearer ${apiKey}`));
    const error = await thrown(contacts.list());
    expect(error).toHaveProperty("body", "Bearer [apiKey]");
  }
});

test("details that are no objects are left out", async () => {
  const error = {
    code: "validation_error",
    message: "m",
    details: [null, "x", { path: ["name"], message: "is missing" }],
  };
  const { contacts } = clientOf(returning(422, JSON.stringify({ error })));
  expect(await thrown(contacts.list())).toMatchObject({
    message:
      "GET http://contacts.test/v1/contacts failed with 422 validation_error: m; name: is missing",
    details: [{ path: ["name"], message: "is missing" }],
  });
});

test("a message that is no text is shown as JSON", async () => {
  const error = { code: "not_found", message: { en: "No contact." } };
  const { contacts } = clientOf(returning(404, JSON.stringify({ error })));
  expect(await thrown(contacts.get("ct_1"))).toHaveProperty(
    "message",
    'GET http://contacts.test/v1/contacts/ct_1 failed with 404 not_found: {"en":"No contact."}',
  );
});

const common = Object.entries(errorStatuses).filter(([, status]) =>
  commonErrors.includes(status),
);

test.each(common)(
  "a result has the status of %s, which each operation may respond",
  async (code, status) => {
    const error = { code, message: "m", details: [] };
    const { contacts } = clientOf(returning(status, JSON.stringify({ error })));
    const result = await contacts.list().result();
    const isOfPath = code === "path_not_found";
    expect(result.status).toBe(isOfPath ? undefined : status);
  },
);

test.each([
  { name: "a code with another status", code: "unauthorized", status: 403 },
  {
    name: "a status that the operation has not",
    code: "conflict",
    status: 409,
  },
  { name: "an unknown code", code: "unknown", status: 401 },
])("a result has no status for $name", async ({ code, status }) => {
  const error = { code, message: "m", details: [] };
  const { contacts } = clientOf(returning(status, JSON.stringify({ error })));
  expect((await contacts.list().result()).status).toBeUndefined();
});

test("a line of the log has only what there is", async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const logger = { debug: print, info: print, warn: print, error: print };
  const { contacts } = clientOf(returning(404, "{}"), {
    logger: { ...logger, table: print },
    logLevel: "debug",
  });
  await contacts.list().result();
  expect(lines).toEqual([
    "contacts-client request method=GET route=/v1/contacts attempt=1",
    expect.stringMatching(
      /^contacts-client response method=GET route=\/v1\/contacts attempt=1 status=404 milliseconds=\d+$/,
    ),
  ]);
});

test("the line of a response of another form has its status and its request", async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const logger = { debug: print, info: print, warn: print, error: print };
  const { contacts } = clientOf(
    returning(999, "x", { "X-Request-Id": "req_1" }),
    { logger: { ...logger, table: print }, logLevel: "error" },
  );

  await contacts.list().result();

  expect(lines).toEqual([
    expect.stringMatching(
      /^contacts-client failure method=GET route=\/v1\/contacts attempt=1 status=999 milliseconds=\d+ requestId=req_1 code=unexpected_response$/,
    ),
  ]);
});
