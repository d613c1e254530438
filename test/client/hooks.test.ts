import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import {
  createClient,
  type HookRequest,
  type Hooks,
  type Logger,
} from "../../client/index.ts";
import { load, winston } from "./client-package.ts";
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

/** Lists contacts with a hook of responses that rejects. */
const listWithFailingHook = (reason: unknown) =>
  createClient({
    apiKey,
    baseUrl,
    hooks: { response: () => Promise.reject(reason) },
  }).contacts.list();

test("a call waits for an async hook, and rejects with the error that it throws", async () => {
  await expect(
    listWithFailingHook(new Error("the hook failed")),
  ).rejects.toThrow("the hook failed");
});

test("a call whose hook throws undefined rejects with an error that says so", async () => {
  await expect(listWithFailingHook(undefined)).rejects.toThrow(
    "undefined thrown",
  );
});

test.each([null, false, 0])(
  "a call that is aborted with %s rejects with an error that says so",
  async (reason) => {
    const { contacts } = createClient({ apiKey, baseUrl });
    const signal = AbortSignal.abort(reason);
    await expect(contacts.list({}, { signal })).rejects.toThrow(
      `${reason} thrown`,
    );
  },
);

test("a creation whose key a hook removes is not repeated", async () => {
  let sent = 0;
  const client = await clientOf(
    (_, response) => {
      sent++;
      response.writeHead(503).end();
    },
    {
      hooks: {
        request: ({ headers }: HookRequest) => {
          delete headers["idempotency-key"];
        },
      },
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

/** Makes hooks, and the list of their calls. */
function createHookRecorder() {
  const calls: { hook: string; attempt: number; duration?: number }[] = [];
  const hooks: Hooks = {
    request: ({ attempt }) => void calls.push({ hook: "request", attempt }),
    response: (_, { attempt }, duration) =>
      void calls.push({ hook: "response", attempt, duration }),
    retry: ({ attempt, duration }) =>
      void calls.push({ hook: "retry", attempt, duration }),
    failure: (_, { attempt }, duration) =>
      void calls.push({ hook: "failure", attempt, duration }),
  };
  return { hooks, calls };
}

test("hooks get the number of the attempt and its duration", async () => {
  const { hooks, calls } = createHookRecorder();
  let sent = 0;
  const client = await clientOf(
    (_, response) => {
      sent++;
      if (sent === 1) response.writeHead(503).end();
      else setTimeout(() => response.end(emptyPage), 30);
    },
    { hooks },
  );

  await client.contacts.list();

  const duration = expect.any(Number);
  // The wait before the second attempt, of at least 250 milliseconds, is not in its duration.
  const onlyTheSecond = expect.toSatisfy(
    (milliseconds) => milliseconds > 20 && milliseconds < 250,
  );
  expect(calls).toEqual([
    { hook: "request", attempt: 1 },
    { hook: "response", attempt: 1, duration },
    { hook: "retry", attempt: 1, duration },
    { hook: "request", attempt: 2 },
    { hook: "response", attempt: 2, duration: onlyTheSecond },
  ]);
});

test("the hook of failures gets the number of the attempt and its duration", async () => {
  const { hooks, calls } = createHookRecorder();
  const client = await clientOf(({ socket }) => socket.destroy(), {
    hooks,
  });

  await expect(client.contacts.list({}, { retries: 0 })).rejects.toThrow();

  expect(calls).toEqual([
    { hook: "request", attempt: 1 },
    { hook: "failure", attempt: 1, duration: expect.any(Number) },
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

describe("each logger gets message and fields by its own convention", () => {
  /** Reads a contact at the second attempt, by a path that holds an email. */
  async function readWith(logger: Logger) {
    let sent = 0;
    const { contacts } = await clientOf(
      (_, response) => {
        response.setHeader("X-Request-Id", `req_${++sent}`);
        if (sent === 1) response.writeHead(503).end();
        else response.end('{"data":{"id":"x"}}');
      },
      { apiKey, logger, logLevel: "info" },
    );
    await contacts.get("ana@example.com");
  }
  const fields = {
    method: "GET",
    route: "/v1/contacts/{id}",
    attempt: 2,
    status: 200,
    milliseconds: expect.any(Number),
    requestId: "req_2",
  };
  const message = "contacts-client response";

  test("console: one line", async () => {
    const output: string[] = [];
    const stream = new Writable({
      write: (text, _, done) => {
        output.push(String(text));
        done();
      },
    });
    await readWith(new Console(stream));
    expect(output.join("")).toMatch(
      /^contacts-client retry method=GET .+\ncontacts-client response method=GET route=\/v1\/contacts\/\{id\} attempt=2 status=200 milliseconds=\d+ requestId=req_2\n$/,
    );
  });

  test("any other: message, fields", async () => {
    const lines: unknown[][] = [];
    const write = (...args: unknown[]) => lines.push(args);
    await readWith({ debug: write, info: write, warn: write, error: write });
    expect(lines.at(-1)).toEqual([message, fields]);
    expect(inspect(lines, { depth: null })).not.toContain("ana@");
  });

  test("pino, and its children: fields, message", async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const parent = pino({}, stream);
    for (const logger of [parent, parent.child({ part: "crm" })]) {
      lines.length = 0;
      await readWith(logger);
      const last: unknown = JSON.parse(lines.at(-1) ?? "");
      expect(last).toMatchObject({ level: 30, msg: message, ...fields });
      expect(lines.join("")).not.toContain("ana@");
    }
  });

  test("bunyan: fields, message", async () => {
    /** A logger that takes arguments as bunyan documents it. */
    class Bunyan {
      records: object[] = [];
      debug = this.#at(20);
      info = this.#at(30);
      warn = this.#at(40);
      error = this.#at(50);
      addStream() {}
      #at(level: number) {
        return (first: object | string, ...rest: unknown[]) =>
          void this.records.push(
            typeof first === "string"
              ? { level, msg: format(first, ...rest) }
              : { level, ...first, msg: format(...rest) },
          );
      }
    }
    const logger = new Bunyan();
    await readWith(logger);
    expect(logger.records.at(-1)).toEqual({
      level: 30,
      msg: message,
      ...fields,
    });
  });

  test("winston: message, fields", async ({ skip }) => {
    if (winston === undefined) return skip();
    const lines: string[] = [];
    const { createLogger, transports } = load("winston");
    const stream = new Writable({
      write: (line, _, done) => {
        lines.push(String(line));
        done();
      },
    });
    const logger: Logger = createLogger({
      transports: [new transports.Stream({ stream })],
    });
    await readWith(logger);
    const last: unknown = JSON.parse(lines.at(-1) ?? "");
    expect(last).toMatchObject({ level: "info", message, ...fields });
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
