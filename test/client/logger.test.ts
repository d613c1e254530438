import { inspect } from "node:util";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import { clientOf, emptyPage, startLocalServer } from "./local-server.ts";

const apiKey = "contacts_live_of_a_test";
const baseUrl = await startLocalServer((_, response) =>
  response.end(emptyPage),
);

/** Makes a logger, and the list of what it was given. */
function createRecorder() {
  const lines: { level: string; message: string; fields: object }[] = [];
  const record = (level: string) => (message: string, fields: object) =>
    void lines.push({ level, message, fields });
  const logger = {
    debug: record("debug"),
    info: record("info"),
    warn: record("warn"),
    error: record("error"),
  };
  return { logger, lines };
}

test("the logger gets by level what happens, without secrets and personal data", async () => {
  const { logger, lines } = createRecorder();
  let sent = 0;
  const client = await clientOf(
    ({ socket }, response) => {
      sent++;
      if (sent === 1) socket.destroy();
      else if (sent === 2)
        response.writeHead(503, { "X-Request-Id": "req_1" }).end();
      else response.end(emptyPage);
    },
    { apiKey, logger, logLevel: "debug" },
  );

  await client.contacts.list({ q: "ana@example.com" });

  expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    "debug contacts-client request",
    "warn contacts-client retry",
    "debug contacts-client request",
    "warn contacts-client retry",
    "debug contacts-client request",
    "info contacts-client response",
  ]);
  const [, firstRetry, , secondRetry, , response] = lines;
  expect(firstRetry?.fields).toMatchObject({
    status: undefined,
    code: "connection_failed",
    attempt: 1,
  });
  expect(secondRetry?.fields).toMatchObject({
    method: "GET",
    route: "/v1/contacts",
    attempt: 2,
    status: 503,
    milliseconds: expect.any(Number),
    requestId: "req_1",
    delay: expect.any(Number),
  });
  // Of the whole call, with the waits of at least half of 500 and of 1000 milliseconds.
  expect(response?.fields).toMatchObject({
    milliseconds: expect.toSatisfy((milliseconds) => milliseconds > 700),
  });
  expect(inspect(lines, { depth: null })).not.toMatch(
    /ana(@|%40)|contacts_live/,
  );
});

test("logLevel warn leaves out what succeeds", async () => {
  const { logger, lines } = createRecorder();
  const options = { apiKey, baseUrl, logger, logLevel: "debug" } as const;
  const quiet = createClient(options).withOptions({ logLevel: "warn" });
  await quiet.contacts.list();
  expect(lines).toEqual([]);
});

test("logLevel error leaves a failed call", async () => {
  const { logger, lines } = createRecorder();
  const unreachable = createClient({
    apiKey,
    baseUrl: "http://127.0.0.1:1",
    logger,
    logLevel: "error",
    retries: 0,
  });
  await expect(unreachable.contacts.list()).rejects.toThrow();
  expect(lines).toMatchObject([
    {
      level: "error",
      message: "contacts-client failure",
      fields: { code: "connection_failed" },
    },
  ]);
});

test("a call that is aborted has a line in the log", async () => {
  const { logger, lines } = createRecorder();
  const options = { apiKey, baseUrl, logger, logLevel: "info" } as const;
  const { contacts } = createClient(options);
  const call = contacts.list({}, { signal: AbortSignal.abort() });
  await expect(call).rejects.toThrow("aborted");
  expect(lines).toMatchObject([
    { level: "info", message: "contacts-client abort" },
  ]);
});

test("a call whose hook fails has a line in the log", async () => {
  const { logger, lines } = createRecorder();
  const { contacts } = createClient({
    apiKey,
    baseUrl,
    logger,
    logLevel: "info",
    hooks: {
      request: () => {
        throw new Error("The disk is full.");
      },
    },
  });
  await expect(contacts.list()).rejects.toThrow("The disk is full.");
  expect(lines).toMatchObject([
    { level: "error", message: "contacts-client failure" },
  ]);
});

test("the log of a call of raw has its route too", async () => {
  const { logger, lines } = createRecorder();
  const options = { apiKey, baseUrl, logger, logLevel: "info" } as const;
  const params = { path: { id: "ana@example.com" } };
  await createClient(options).raw.GET("/v1/contacts/{id}", { params });
  expect(lines).toMatchObject([
    { fields: { route: "/v1/contacts/{id}", attempt: 1 } },
  ]);
});

test("the logger is warned of each deprecated operation once", async () => {
  const { logger, lines } = createRecorder();
  const sunset = "Thu, 31 Dec 2099 23:59:59 GMT";
  const client = await clientOf(
    ({ url }, response) => {
      if (url !== "/v1/me")
        response
          .setHeader("Deprecation", "@1793491200")
          .setHeader("Sunset", sunset);
      response.end(url?.includes("?") ? emptyPage : '{"data":{}}');
    },
    { logger },
  );

  for (const id of ["ct_1", "ct_2"])
    await client.withOptions({ retries: 1 }).contacts.get(id);
  for (const q of ["ana", "eva"]) await client.contacts.list({ q });
  await client.contacts.create({ name: "Ana", email: "ana@example.com" });
  await client.me.get();

  const warning = (route: string, method = "GET") => ({
    level: "warn",
    message: "contacts-client deprecated",
    fields: { method, route, attempt: 1, sunset },
  });
  expect(lines.filter(({ level }) => level === "warn")).toEqual([
    warning("/v1/contacts/{id}"),
    warning("/v1/contacts"),
    warning("/v1/contacts", "POST"),
  ]);
});

test.each([
  { does: "throws", write: () => void JSON.parse("{") },
  {
    does: "rejects",
    write: () => Promise.reject(new Error("The disk is full.")),
  },
])("a logger that $does does not fail the call", async ({ write }) => {
  const logger = { debug: write, info: write, warn: write, error: write };
  const { contacts } = createClient({
    apiKey,
    baseUrl,
    logger,
    logLevel: "debug",
  });
  expect((await contacts.list()).data).toEqual([]);
});
