import { describe, expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { thrown } from "./local-server.ts";

// The errors of fetch, as the runtimes write them.

const address = "http://contacts.test/v1/contacts?q=secret";
const withCode = (message: string, code: string, cause?: unknown) =>
  Object.assign(new Error(message, { cause }), { code });

/** Sends requests that fail with an error, and returns the last error and their number. */
async function failWith(cause: unknown, send: "read" | "create") {
  let sent = 0;
  const { contacts, raw } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    retries: 1,
    fetch: () => {
      sent++;
      return Promise.reject(cause as Error);
    },
  });
  const error = await thrown(
    send === "read"
      ? contacts.list({ q: "secret" })
      : raw.POST("/v1/contacts", {
          body: { name: "x", email: "x@example.com" },
        }),
  );
  return { error, sent };
}

describe("a request that reached no server is repeated, also a creation without a key:", () => {
  const failed = "fetch failed";
  test.each([
    {
      name: "Node, an unknown name",
      cause: new TypeError(failed, { cause: withCode("no", "ENOTFOUND") }),
    },
    {
      name: "Node, no connection in time",
      cause: new TypeError(failed, {
        cause: withCode("no", "UND_ERR_CONNECT_TIMEOUT"),
      }),
    },
    {
      name: "a library, whose cause has one",
      cause: new Error("a", {
        cause: new Error("b", { cause: withCode("no", "ECONNREFUSED") }),
      }),
    },
    {
      name: "Bun",
      cause: withCode(
        "Unable to connect. Is the computer able to access the url?",
        "ConnectionRefused",
      ),
    },
    {
      name: "Deno",
      cause: new TypeError(
        `error sending request for url (${address}): client error (Connect): tcp connect error`,
      ),
    },
  ])("$name", async ({ cause }) => {
    const { error, sent } = await failWith(cause, "create");
    expect(error).toMatchObject({ name: "ConnectionError", unsent: true });
    expect(sent).toBe(2);
  });
});

test.each([
  {
    name: "a code",
    cause: withCode("The line broke.", "ECONNRESET"),
    says: "got no response: ECONNRESET.",
  },
  {
    name: "the code of the cause",
    cause: new TypeError("no", { cause: withCode("no", "EPIPE") }),
    says: "got no response: EPIPE.",
  },
  {
    name: "its last cause",
    cause: new Error("a", { cause: new Error("b") }),
    says: "got no response: Error: b.",
  },
  {
    name: "its text",
    cause: new Error("a"),
    says: "got no response: Error: a.",
  },
  { name: "a text", cause: "gone", says: "got no response: gone." },
])(
  "the message of a broken connection has $name, and a creation without a key is not repeated",
  async ({ cause, says }) => {
    const { error, sent } = await failWith(cause, "create");
    expect(error).toMatchObject({
      message: `POST http://contacts.test/v1/contacts ${says}`,
      unsent: false,
    });
    expect(sent).toBe(1);
  },
);

test("the query of the address is removed from the error and from its causes", async () => {
  const cause = new Error(`a ${address}`, { cause: new Error(`b ${address}`) });
  const { error } = await failWith(cause, "read");
  expect(error).toHaveProperty(
    "cause.message",
    "a http://contacts.test/v1/contacts",
  );
  expect(error).toHaveProperty(
    "cause.cause.message",
    "b http://contacts.test/v1/contacts",
  );
  expect(String((error as Error).stack)).not.toContain("secret");
});
