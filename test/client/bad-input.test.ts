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
  test.each<{ option: string; value: unknown }>([
    { option: "apiKey", value: "" },
    { option: "apiKey", value: "contacts_live_x\n" },
    { option: "appName", value: "a\nb" },
    { option: "baseUrl", value: "localhost:3000" },
    { option: "baseUrl", value: "http://127.0.0.1:99999" },
    { option: "baseUrl", value: "http://user:secret@127.0.0.1" },
    { option: "baseUrl", value: "http://127.0.0.1?x=1" },
    { option: "baseUrl", value: "http://127.0.0.1/#x" },
    { option: "dangerouslyAllowBrowser", value: "yes" },
    { option: "fetch", value: "fetch" },
    { option: "headers", value: new Headers({ "X-Team": "crm" }) },
    { option: "logger", value: { info: () => undefined } },
    { option: "logLevel", value: "loud" },
    { option: "retries", value: -1 },
    { option: "timeout", value: 0 },
  ])("$option: $value", ({ option, value }) => {
    const create = () => createClient({ ...options, [option]: value });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(new RegExp(`^${option} must be`));
    expect(create).not.toThrow(/secret|contacts_live_x/);
  });

  test.each([
    "Authorization",
    "Connection",
    "Content-Length",
    "Expect",
    "Host",
    "Idempotency-Key",
    "Keep-Alive",
    "Transfer-Encoding",
    "Upgrade",
    "X Y",
  ])("the header %s", (name) => {
    const create = () => createClient({ ...options, headers: { [name]: "x" } });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(/^headers must not have this name or value: /);
    expect(create).not.toThrow("contacts_live_x");
  });

  test.each(["Hostname", "X-Forwarded-Host", "Proxy-Authorization"])(
    "but not the header %s",
    (name) => {
      const create = () =>
        createClient({ ...options, headers: { [name]: "x" } });
      expect(create).not.toThrow();
    },
  );

  test.each(["", "two\nlines", "é", "x "])(
    "the header value %j, also of one call",
    async (value) => {
      const headers = { "X-Team": value };
      const message = "headers must not have this name or value: X-Team.";
      expect(() => createClient({ ...options, headers })).toThrow(message);
      const list = api.contacts.list({}, { headers });
      await expect(list).rejects.toThrow(new TypeError(message));
    },
  );

  test.each(["timeoutMs", "toString"])("the unknown option %s", (name) => {
    const create = () => createClient({ ...options, [name]: 5 });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(
      new RegExp(`^${name} is not an option\\. The options are: `),
    );
    expect(create).not.toThrow("contacts_live_x");
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
  "createClient(%j) is refused with what options must be",
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
  test.each<{
    name: string;
    call: () => Promise<unknown>;
    message: string;
  }>([
    {
      name: "an id that is undefined",
      // @ts-expect-error no id
      call: () => contacts.get(undefined),
      message: "id of contacts.get must be an id.",
    },
    {
      name: "an empty id",
      call: () => contacts.get(""),
      message: "id of contacts.get must be an id.",
    },
    {
      name: "the id . , which would be the path of the list",
      call: () => contacts.get("."),
      message: "id of contacts.get must be an id.",
    },
    {
      name: "the id ..",
      call: () => webhooks.deliveries.redeliver("w", ".."),
      message: "delivery_id of webhooks.deliveries.redeliver",
    },
    {
      name: "an id that no path can hold",
      call: () => contacts.get("\ud800"),
      message: "id of contacts.get must be an id.",
    },
    {
      name: "a text that no query can hold",
      call: () => contacts.list({ q: "\ud800" }),
      message: "q must hold texts",
    },
    {
      name: "an empty list, which would ask for everything",
      call: () => events.list({ types: [] }),
      message: "types must hold texts",
    },
    {
      name: "an object without fields",
      call: () => contacts.list({ custom_fields: {} }),
      message: "custom_fields must hold texts",
    },
    {
      name: "a field without a value",
      // @ts-expect-error no text
      call: () => contacts.list({ custom_fields: { plan: undefined } }),
      message: "custom_fields[plan] must hold texts or numbers.",
    },
    {
      name: "a limit that is no number",
      call: () => contacts.list({ limit: NaN }),
      message: "limit must hold texts or numbers",
    },
    {
      name: "a date in a query",
      // @ts-expect-error no text
      call: () => contacts.list({ q: new Date() }),
      message: "q must hold texts or numbers",
    },
    {
      name: "a body that is a list",
      // @ts-expect-error no object
      call: () => contacts.create([]),
      message: "body of contacts.create must be an object.",
    },
    {
      name: "no body",
      // @ts-expect-error no body
      call: () => contacts.create(),
      message: "body of contacts.create must be an object.",
    },
    {
      name: "a timeout",
      call: () => contacts.get("x", { timeout: Infinity }),
      message: "timeout must be a whole number from 1",
    },
    {
      name: "a controller",
      // @ts-expect-error no signal
      call: () => contacts.get("x", { signal: new AbortController() }),
      message: "an object with addEventListener",
    },
    {
      name: "an unknown option",
      // @ts-expect-error no such option
      call: () => contacts.get("x", { retry: 1 }),
      message: "retry is not an option. The options are: ",
    },
    {
      name: "options that are a list",
      // @ts-expect-error no options
      call: () => contacts.get("x", []),
      message: "options must be a plain object.",
    },
    {
      name: "an empty idempotencyKey",
      call: () =>
        conversations.create(
          { contact_id: "x", body: "x" },
          { idempotencyKey: "" },
        ),
      message:
        "idempotencyKey must be printable ASCII text without a line break or a space at its end.",
    },
    {
      name: "an interval",
      call: () => events.follow({}, { interval: 0 }).next(),
      message: "interval must be a whole number",
    },
  ])("$name", async ({ call, message }) => {
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
