import { describe, expect, test } from "vitest";
import { createClient, type ClientOptions } from "../../client/index.ts";
import { emptyPage, startLocalServer, thrown } from "./local-server.ts";

let requests: (string | undefined)[] = [];
const baseUrl = await startLocalServer(({ url }, response) => {
  requests.push(url);
  response.end(emptyPage);
});
const options: ClientOptions = { apiKey: "contacts_live_x", baseUrl };
const api = createClient(options);

describe("createClient names the option that cannot work", () => {
  test.each<[string, unknown]>([
    ["apiKey", ""],
    ["apiKey", "contacts_live_x\n"],
    ["baseUrl", "localhost:3000"],
    ["timeout", 0],
    ["retries", -1],
    ["fetch", "fetch"],
    ["logger", { info: () => undefined }],
    ["headers", new Headers({ "X-Team": "crm" })],
    ...[
      "Idempotency-Key",
      "Content-Length",
      "Host",
      "Expect",
      "Transfer-Encoding",
      "Connection",
      "Upgrade",
    ].map((name): [string, object] => ["headers", { [name]: "x" }]),
    ["baseUrl", "http://127.0.0.1:99999"],
    ["logLevel", "loud"],
    ["appName", "a\nb"],
    ["dangerouslyAllowBrowser", "yes"],
    ["headers", { "X Y": "1" }],
    ["headers", { Authorization: "Bearer y" }],
    ["baseUrl", "http://user:secret@127.0.0.1"],
    ["baseUrl", "http://127.0.0.1?x=1"],
    ["timeoutMs", 5],
    ["toString", 5],
  ])("%s: %s", (name, value) => {
    const create = () => createClient({ ...options, [name]: value });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(
      new RegExp(
        `^(headers must not have this name or value: |${name} (must be|is not an option\\. The options are: ))`,
      ),
    );
    expect(create).not.toThrow(/secret|contacts_live_x/);
  });

  test("a hook that is never called", () => {
    expect(() =>
      // @ts-expect-error plain JavaScript may do this
      createClient({ ...options, hooks: { onRequest: fetch } }),
    ).toThrow(
      "onRequest is not an option. The options are: request, response, retry, failure.",
    );
  });
});

test.each([null, "http://127.0.0.1", []])(
  "createClient(%j) is told what options are",
  (given) => {
    // @ts-expect-error plain JavaScript may do this
    expect(() => createClient(given)).toThrow(
      new TypeError("options must be a plain object."),
    );
  },
);

describe("a method refuses before any request", () => {
  const { contacts, conversations, events, webhooks } = api;
  // Plain JavaScript may do all that does not compile here.
  test.each<[string, () => Promise<unknown>, string]>([
    [
      "an id that is undefined",
      // @ts-expect-error no id
      () => contacts.get(undefined),
      "id of contacts.get must be an id.",
    ],
    [
      "an empty id",
      () => contacts.get(""),
      "id of contacts.get must be an id.",
    ],
    [
      "the id ..",
      () => webhooks.deliveries.redeliver("w", ".."),
      "delivery_id of webhooks.deliveries.redeliver",
    ],
    [
      "an id that no path can hold",
      () => contacts.get("\ud800"),
      "id of contacts.get must be an id.",
    ],
    [
      "a text that no query can hold",
      () => contacts.list({ q: "\ud800" }),
      "q must hold texts",
    ],
    [
      "an empty list, which would ask for everything",
      () => events.list({ types: [] }),
      "types must hold texts",
    ],
    [
      "an object without fields",
      () => contacts.list({ custom_fields: {} }),
      "custom_fields must hold texts",
    ],
    [
      "a field without a value",
      // @ts-expect-error no text
      () => contacts.list({ custom_fields: { plan: undefined } }),
      "custom_fields[plan] must hold texts or numbers.",
    ],
    [
      "a limit that is no number",
      () => contacts.list({ limit: NaN }),
      "limit must hold texts or numbers",
    ],
    [
      "a date in a query",
      // @ts-expect-error no text
      () => contacts.list({ q: new Date() }),
      "q must hold texts or numbers",
    ],
    [
      "a body that is a list",
      // @ts-expect-error no object
      () => contacts.create([]),
      "body of contacts.create must be an object.",
    ],
    [
      "a timeout",
      () => contacts.get("x", { timeout: Infinity }),
      "timeout must be a whole number from 1",
    ],
    [
      "a controller",
      // @ts-expect-error no signal
      () => contacts.get("x", { signal: new AbortController() }),
      "an object with addEventListener",
    ],
    [
      "an unknown option",
      // @ts-expect-error no such option
      () => contacts.get("x", { retry: 1 }),
      "retry is not an option. The options are: ",
    ],
    [
      "options that are a list",
      // @ts-expect-error no options
      () => contacts.get("x", []),
      "options must be a plain object.",
    ],
    [
      "an empty idempotencyKey",
      () =>
        conversations.create(
          { contact_id: "x", body: "x" },
          { idempotencyKey: "" },
        ),
      "idempotencyKey must be printable ASCII text without a line break or a space at its end.",
    ],
    [
      "an interval",
      () => events.follow({}, { interval: 0 }).next(),
      "interval must be a whole number",
    ],
  ])("%s", async (_, call, message) => {
    requests = [];
    const error = await thrown(call());
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(requests).toEqual([]);
  });
});

test.each(["/v1", "/v1/", "//", "/proxy/v1"])(
  "a baseUrl that ends in %s reaches the operations",
  async (end) => {
    requests = [];
    await createClient({ ...options, baseUrl: baseUrl + end }).contacts.list();
    expect(requests).toEqual([
      `${end.startsWith("/proxy") ? "/proxy" : ""}/v1/contacts`,
    ]);
  },
);
