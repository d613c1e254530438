import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createClient, type HookRequest } from "../../client/index.ts";
import { clientOf, emptyPage, startLocalServer } from "./local-server.ts";

const apiKey = "contacts_live_of_a_test";
const baseUrl = await startLocalServer((_, response) =>
  response.end(emptyPage),
);

test("a call waits for an async hook and rejects with what it throws, or says that it is nothing", async () => {
  const listWith = (reason?: Error) =>
    createClient({
      apiKey,
      baseUrl,
      hooks: { response: () => Promise.reject(reason) },
    }).contacts.list();
  await expect(listWith(new Error("the hook failed"))).rejects.toThrow(
    "the hook failed",
  );
  await expect(listWith()).rejects.toThrow("undefined thrown");
  const call = createClient({ apiKey, baseUrl }).contacts.list(
    {},
    { signal: AbortSignal.abort(null) },
  );
  await expect(call).rejects.toThrow("null thrown");
});

test("a creation whose key a hook removes is not repeated", async () => {
  let sent = 0;
  const request = ({ headers }: HookRequest) =>
    void delete headers["idempotency-key"];
  const client = await clientOf(
    (_, response) => response.writeHead(++sent && 503).end(),
    {
      hooks: { request },
    },
  );
  const ticket = { contact_id: "x", subject: "s", description: "d" };
  await expect(client.tickets.create(ticket)).rejects.toThrow("503");
  expect(sent).toBe(1);
});

test("what a hook writes into Authorization is not sent beside the key", async () => {
  const client = await clientOf(
    ({ headers }, response) =>
      response.end(JSON.stringify({ data: { name: headers.authorization } })),
    {
      apiKey,
      hooks: {
        request: ({ headers }) =>
          void (headers["Authorization"] = "Bearer other"),
      },
    },
  );
  expect((await client.me.get()).name).toBe(`Bearer ${apiKey}`);
});

test("the logger hears by level what happens, without secrets and personal data", async () => {
  let sent = 0;
  const lines: unknown[][] = [];
  const at = (level: string) => (message: string, fields: object) =>
    lines.push([level, message, fields]);
  const logger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
  const client = await clientOf(
    ({ socket }, response) => {
      if (++sent === 1) socket.destroy();
      else if (sent === 2)
        response.writeHead(503, { "X-Request-Id": "req_1" }).end();
      else response.end(emptyPage);
    },
    { apiKey, logger, logLevel: "debug" },
  );
  await client.contacts.list({ q: "ana@example.com" });
  expect(
    lines.map(([level, message]) => `${String(level)} ${String(message)}`),
  ).toEqual([
    "debug contacts-client request",
    "warn contacts-client retry",
    "debug contacts-client request",
    "info contacts-client response",
    "warn contacts-client retry",
    "debug contacts-client request",
    "info contacts-client response",
  ]);
  const refused = {
    method: "GET",
    path: "/v1/contacts",
    status: 503,
    requestId: "req_1",
  };
  expect(lines[1]?.[2]).toMatchObject({
    status: undefined,
    code: "connection_failed",
    attempt: 1,
  });
  expect(lines[3]?.[2]).toEqual(refused);
  expect(lines[4]?.[2]).toMatchObject({
    ...refused,
    attempt: 2,
    delay: expect.any(Number),
  });
  expect(inspect(lines, { depth: null })).not.toMatch(
    /ana(@|%40)|contacts_live/,
  );

  lines.length = 0;
  await client.withOptions({ logLevel: "warn" }).contacts.list();
  expect(lines).toEqual([]);
  const unreachable = createClient({
    apiKey,
    baseUrl: "http://127.0.0.1:1",
    logger,
    logLevel: "error",
    retries: 0,
  });
  await expect(unreachable.contacts.list()).rejects.toThrow();
  expect(lines).toMatchObject([
    ["error", "contacts-client failure", { code: "connection_failed" }],
  ]);
});

test("the logger is warned of each deprecated operation once", async () => {
  const sunset = "Thu, 31 Dec 2099 23:59:59 GMT";
  const warnings: unknown[] = [];
  const warn = (message: string, fields: object) =>
    warnings.push([message, fields]);
  const [debug, info, error] = [
    () => undefined,
    () => undefined,
    () => undefined,
  ];
  const client = await clientOf(
    ({ url }, response) => {
      if (url !== "/v1/me")
        response
          .setHeader("Deprecation", "@1793491200")
          .setHeader("Sunset", sunset);
      response.end(url?.includes("?") ? emptyPage : '{"data":{}}');
    },
    { logger: { debug, info, warn, error } },
  );
  const ids = [
    "ct_01m7xqy7tffzyvvbr1cak94a2e",
    "ct_01m7xqy7tffzyvvbr1cak94a2f",
  ];
  for (const id of ids)
    await client.withOptions({ retries: 1 }).contacts.get(id);
  for (const q of ["ana", "eva"]) await client.contacts.list({ q });
  await client.me.get();
  expect(warnings).toEqual([
    [
      "contacts-client deprecated",
      { method: "GET", path: `/v1/contacts/${ids[0]}`, sunset },
    ],
    [
      "contacts-client deprecated",
      { method: "GET", path: "/v1/contacts", sunset },
    ],
  ]);
});

test.each<[string, () => unknown]>([
  ["throws", () => void JSON.parse("{")],
  ["rejects", () => Promise.reject(new Error("The disk is full."))],
])("a logger that %s does not fail the call", async (_, write) => {
  const logger = { debug: write, info: write, warn: write, error: write };
  const { contacts } = createClient({
    apiKey,
    baseUrl,
    logger,
    logLevel: "debug",
  });
  expect((await contacts.list()).data).toEqual([]);
});
