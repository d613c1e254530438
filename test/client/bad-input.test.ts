import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { createClient, UnexpectedResponseError, type ClientOptions } from "../../client/index.ts";
import { emptyPage, startLocalServer } from "./local-server.ts";

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
    ["baseUrl", ""],
    ["baseUrl", "localhost:3000"],
    ["timeout", Infinity],
    ["timeout", 0],
    ["timeout", "5"],
    ["totalTimeout", NaN],
    ["retries", -1],
    ["retries", 1.5],
    ["fetch", "fetch"],
    ["hooks", 1],
    ["logger", "console"],
    ["logger", { info: () => undefined }],
    ["headers", new Headers({ "X-Team": "crm" })],
    ["headers", { "Idempotency-Key": "x" }],
    ["headers", { "Content-Length": "3" }],
    ["headers", { Expect: "100-continue" }],
    ["headers", { "Transfer-Encoding": "chunked" }],
    ["headers", { Upgrade: "h2c" }],
    ["baseUrl", "http://127.0.0.1:99999"],
    ["logLevel", "loud"],
    ["appName", "a\nb"],
    ["dangerouslyAllowBrowser", "yes"],
    ["headers", { "X Y": "1" }],
    ["headers", { Authorization: "Bearer y" }],
    ["baseUrl", "http://user:secret@127.0.0.1"],
    ["baseUrl", "http://127.0.0.1?x=1"],
    ["timeoutMs", 5],
  ])("%s: %s", (name, value) => {
    const create = () => createClient({ ...options, [name]: value });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(name);
    expect(create).not.toThrow(/secret|contacts_live_x/);
  });

  test("a hook that is never called", () => {
    // @ts-expect-error plain JavaScript may do this
    expect(() => createClient({ ...options, hooks: { onRequest: fetch } })).toThrow(
      "onRequest is not an option. There are: request, response, retry, failure.",
    );
  });

  test("what the environment says is taken when nothing is given", async () => {
    const before = { ...process.env };
    onTestFinished(() => {
      process.env = before;
    });
    delete process.env["API_KEY"];
    expect(() => createClient({ baseUrl })).toThrow("apiKey is missing. Give it, or set API_KEY");
    process.env["API_KEY"] = "contacts_live_of_the_environment";
    process.env["BASE_URL"] = baseUrl;
    expect((await createClient().contacts.list()).data).toEqual([]);
  });
});

test.each([null, "http://127.0.0.1", []])("createClient(%j) is told what options are", (given) => {
  // @ts-expect-error plain JavaScript may do this
  expect(() => createClient(given)).toThrow(new TypeError("options must be a plain object."));
});

describe("a method refuses before any request", () => {
  test.each<[string, () => Promise<unknown>, string]>([
    // @ts-expect-error plain JavaScript may do this
    ["an id that is undefined", () => api.contacts.get(undefined), "id of contacts.get must be an id."],
    ["an empty id", () => api.contacts.get(""), "id of contacts.get must be an id."],
    ["the id .", () => api.contacts.get("."), "id of contacts.get must be an id."],
    [
      "the id ..",
      () => api.webhooks.deliveries.redeliver("wh_1", ".."),
      "delivery_id of webhooks.deliveries.redeliver must be an id.",
    ],
    ["an id that no path can hold", () => api.contacts.get("\ud800"), "id of contacts.get must be an id."],
    ["a text that no query can hold", () => api.contacts.list({ q: "\ud800" }), "q must hold texts"],
    [
      "a limit that is no number",
      () => api.contacts.list({ limit: NaN }),
      "limit must hold texts or numbers",
    ],
    // @ts-expect-error plain JavaScript may do this
    ["no body", () => api.contacts.create(), "body of contacts.create must be an object."],
    // @ts-expect-error plain JavaScript may do this
    ["a body that is a list", () => api.contacts.create([]), "body of contacts.create must be an object."],
    // @ts-expect-error plain JavaScript may do this
    ["a query that is a text", () => api.contacts.list("x"), "query of contacts.list must be an object."],
    // @ts-expect-error plain JavaScript may do this
    ["a date in a query", () => api.contacts.list({ q: new Date() }), "q must hold texts or numbers"],
    [
      "a timeout of its own",
      () => api.contacts.get("x", { timeout: Infinity }),
      "timeout must be a whole number from 1",
    ],
    [
      "a controller in place of its signal",
      // @ts-expect-error plain JavaScript may do this
      () => api.contacts.get("x", { signal: new AbortController() }),
      "signal must be an object with throwIfAborted",
    ],
    // @ts-expect-error plain JavaScript may do this
    ["an unknown option", () => api.contacts.get("x", { retry: 1 }), "retry is not an option."],
    // @ts-expect-error plain JavaScript may do this
    ["options that are a list", () => api.contacts.get("x", []), "options must be a plain object."],
    // @ts-expect-error plain JavaScript may do this
    ["options that are a number", () => api.contacts.get("x", 5), "options must be a plain object."],
    [
      "an empty idempotencyKey",
      () => api.conversations.create({ contact_id: "x", body: "x" }, { idempotencyKey: "" }),
      "idempotencyKey must be printable ASCII text.",
    ],
    ["an interval", () => api.events.follow({}, { interval: 0 }).next(), "interval must be a whole number"],
  ])("%s", async (_, call, message) => {
    requests = [];
    const error: unknown = await call().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(message);
    expect(requests).toEqual([]);
  });
});

test("a limit of an array is a whole number, or none", async () => {
  const list = api.contacts.list();
  expect(await list.toArray()).toEqual([]);
  await expect(list.toArray({ limit: 0 })).rejects.toThrow("limit must be a whole number from 1");
});

test.each(["/v1", "/v1/", "//", "/proxy/v1"])(
  "a baseUrl that ends in %s reaches the operations",
  async (end) => {
    requests = [];
    await createClient({ ...options, baseUrl: baseUrl + end }).contacts.list();
    expect(requests).toEqual([`${end.startsWith("/proxy") ? "/proxy" : ""}/v1/contacts`]);
  },
);

test("a body without end is cut off, and is an error that says so", async () => {
  let sent = 0;
  const address = await startLocalServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent++;
      sent++;
    };
    response.on("drain", more);
    more();
  });
  const error: unknown = await createClient({ ...options, baseUrl: address })
    .contacts.list()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnexpectedResponseError);
  expect(String(error)).toContain("a body that is too large");
  expect(sent).toBeLessThan(64);
});

test("a server's fault is a ServerError, however large its body is", async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const address = await startLocalServer((_, response) => {
    response.writeHead(502, { "Content-Encoding": "gzip" }).end(bomb);
  });
  const list = createClient({ ...options, baseUrl: address, retries: 0 }).contacts.list();
  await expect(list).rejects.toMatchObject({ name: "ServerError", status: 502, body: "" });
});

test("a call waits for an async hook and rejects with what it throws", async () => {
  const failing = createClient({
    ...options,
    hooks: { response: () => Promise.reject(new Error("the hook failed")) },
  });
  await expect(failing.contacts.list()).rejects.toThrow("the hook failed");
});

test("the logger hears by level what happens, without secrets and personal data", async () => {
  let sent = 0;
  const address = await startLocalServer((_, response) => {
    if (sent++ === 0) response.writeHead(503, { "X-Request-Id": "req_1" }).end();
    else response.end(emptyPage);
  });
  const lines: unknown[][] = [];
  const at = (level: string) => (message: string, fields: object) => lines.push([level, message, fields]);
  const logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const apiKey = "contacts_live_of_a_test";
  await createClient({ apiKey, baseUrl: address, logger, logLevel: "debug" }).contacts.list({
    q: "ana@example.com",
  });
  expect(lines.map(([level, message]) => `${String(level)} ${String(message)}`)).toEqual([
    "debug contacts-client request",
    "info contacts-client response",
    "warn contacts-client retry",
    "debug contacts-client request",
    "info contacts-client response",
  ]);
  expect(lines[1]?.[2]).toMatchObject({
    method: "GET",
    path: "/v1/contacts",
    status: 503,
    requestId: "req_1",
  });
  expect(inspect(lines, { depth: null })).not.toMatch(/ana(@|%40)|contacts_live/);

  lines.length = 0;
  await createClient({ apiKey, baseUrl: address, logger }).contacts.list();
  expect(lines).toEqual([]);
  const gone = createClient({ apiKey, baseUrl: "http://127.0.0.1:1", logger, logLevel: "error", retries: 0 });
  await expect(gone.contacts.list()).rejects.toThrow();
  expect(lines).toMatchObject([["error", "contacts-client failure", { code: "connection_failed" }]]);
});

test("the logger is warned of each deprecated operation once", async () => {
  const sunset = "Thu, 31 Dec 2099 23:59:59 GMT";
  const address = await startLocalServer(({ url }, response) => {
    if (url !== "/v1/me") response.setHeader("Deprecation", "@1793491200").setHeader("Sunset", sunset);
    response.end(url?.includes("?") ? emptyPage : '{"data":{}}');
  });
  const warnings: unknown[] = [];
  const warn = (message: string, fields: object) => warnings.push([message, fields]);
  const [debug, info, error] = [() => undefined, () => undefined, () => undefined];
  const client = createClient({ ...options, baseUrl: address, logger: { debug, info, warn, error } });
  const ids = ["ct_01m7xqy7tffzyvvbr1cak94a2e", "ct_01m7xqy7tffzyvvbr1cak94a2f"];
  for (const id of ids) await client.withOptions({ retries: 1 }).contacts.get(id);
  for (const q of ["ana", "eva"]) await client.contacts.list({ q });
  await client.me.get();
  expect(warnings).toEqual([
    ["contacts-client deprecated", { method: "GET", path: `/v1/contacts/${ids[0]}`, sunset }],
    ["contacts-client deprecated", { method: "GET", path: "/v1/contacts", sunset }],
  ]);
});

test.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error("The disk is full.");
    },
  ],
  ["rejects", () => Promise.reject(new Error("The disk is full."))],
])("a logger that %s does not fail the call", async (_, write) => {
  const logger = { debug: write, info: write, warn: write, error: write };
  const { contacts } = createClient({ ...options, logger, logLevel: "debug" });
  expect((await contacts.list()).data).toEqual([]);
});
