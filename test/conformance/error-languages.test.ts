import { describe, expect, test } from "vitest";
import { errors, limits } from "../../generated/constants.ts";
import { startServer } from "../support/server.ts";
import { errorLines } from "./error-lines.ts";

const server = await startServer();
const key = await server.key([
  "contacts:read",
  "contacts:write",
  "tickets:read",
]);

describe("Accept-Language", () => {
  test.each([
    { language: "en-US,en;q=0.9,es;q=0.8", message: "is required" },
    { language: "fr,en;q=0.1", message: "is required" },
    { language: "es-AR,en;q=0.9", message: "es obligatorio" },
    { language: "fr", message: "es obligatorio" },
    { language: "*", message: "es obligatorio" },
    { language: '"', message: "es obligatorio" },
  ])("$language chooses the language", async ({ language, message }) => {
    const { body } = await server.call("/v1/contacts", {
      key,
      json: {},
      headers: { "Accept-Language": language },
    });
    expect(body.error.details[0]?.message).toBe(message);
  });

  test("en says as well how a + is written", async () => {
    const response = await server.call(
      "/v1/contacts?updated_since=2026-04-01T09:00:00+02:00",
      { key, headers: { "Accept-Language": "en" } },
    );
    expect(errorLines(response)[1]).toMatch(
      /^updated_since: must be a date and time .*; in a URL, \+ is written %2B \(format\)$/,
    );
  });

  const wrong = {
    name: "",
    email: "x",
    phone: "a\0b",
    tags: Array(limits.tags + 1).fill(1),
    vip: true,
    custom_fields: { ["k".repeat(1000)]: [], n: 2 ** 53 },
  };
  test.each<{ what: string; path: string; json?: object }>([
    { what: "body", path: "/v1/contacts", json: wrong },
    { what: "missing field", path: "/v1/contacts", json: {} },
    {
      what: "element of a batch",
      path: "/v1/contacts/batch",
      json: { contacts: [wrong, {}, { id: "ct_x" }] },
    },
    {
      what: "query",
      path: "/v1/contacts?limit=0&limit=1&page=1&q=%zz&email=x&cursor=",
    },
    { what: "choice", path: "/v1/tickets?status=lost" },
    { what: "cursor", path: "/v1/contacts?cursor=ct_x" },
    { what: "scope", path: "/v1/webhooks" },
    { what: "object", path: "/v1/contacts/ct_x" },
    { what: "path", path: "/v2/contacts" },
  ])(
    "en changes the messages of a wrong $what, and nothing else",
    async ({ path, json }) => {
      const respond = async (language: string) => {
        const headers = { "Accept-Language": language };
        const request = json === undefined ? { headers } : { headers, json };
        const { status, body } = await server.call(path, { key, ...request });
        return { ...messagesOf(body), status };
      };
      const spanish = await respond("es");
      const english = await respond("en");

      expect(english.status).toBe(spanish.status);
      expect(english.others).toBe(spanish.others);
      expect(english.messages).not.toEqual([]);
      for (const message of english.messages)
        expect(spanish.messages).not.toContain(message);
    },
  );
});

test("a failure of the server is in the language of the request too", async () => {
  const failing = await startServer();
  const key = await failing.key(["*"]);
  await failing.store.database.destroy();
  const respond = (language: string) =>
    failing.call("/v1/contacts", {
      key,
      headers: { "Accept-Language": language },
    });
  const spanish = await respond("es");
  const english = await respond("en");
  expect([spanish.status, english.status]).toEqual([503, 503]);
  const { message, meaning } = errors.service_unavailable;
  expect(spanish.body.error.message).toBe(message);
  expect(english.body.error.message).toBe(meaning);
});

/** Returns the messages in a body, and the other parts of the body as JSON. */
function messagesOf(body: object): { messages: unknown[]; others: string } {
  const messages: unknown[] = [];
  const others = JSON.stringify(body, (name, value: unknown) => {
    if (name !== "message") return value;
    messages.push(value);
    return undefined;
  });
  return { messages, others };
}
