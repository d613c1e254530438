import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";

test.each([
  { apiKey: "contacts_live_of_another_workspace" },
  { apiKey: () => "contacts_live_of_another_workspace" },
  { baseUrl: "http://another.test" },
])("withOptions refuses another key and another address: %o", (options) => {
  const client = createClient({ apiKey: "x", baseUrl: "http://contacts.test" });
  // A program without types.
  expect(() => client.withOptions(options as object)).toThrow(
    new TypeError(
      "withOptions keeps the apiKey and the baseUrl. For others, create another client.",
    ),
  );
});

test("a header of a call replaces that of the client, in any case of its letters", async () => {
  const received: (string | undefined)[][] = [];
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    language: "es",
    headers: { "X-Team": "sales" },
    fetch: async (_, { headers }) => {
      received.push([headers["x-team"], headers["accept-language"]]);
      return new Response('{"data":{}}');
    },
  });
  await contacts.get("ct_1");
  await contacts.get("ct_1", {
    headers: { "x-team": "help", "Accept-Language": "en" },
  });
  expect(received).toEqual([
    ["sales", "es"],
    ["help", "en"],
  ]);
});

test("the Client-Name of a call replaces that of the client", async () => {
  const received: (string | undefined)[] = [];
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: "http://contacts.test",
    clientName: "crm-sync",
    fetch: async (_, { headers }) => {
      received.push(headers["client-name"]);
      return new Response('{"data":{}}');
    },
  });
  await contacts.update("ct_1", { phone: "+51 1" });
  await contacts.update(
    "ct_1",
    { phone: "+51 2" },
    { headers: { "Client-Name": "import" } },
  );
  expect(received).toEqual(["crm-sync", "import"]);
});
