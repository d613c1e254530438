import { Console } from "node:console";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import {
  createClient,
  type HookRequest,
  type Logger,
} from "../../client/index.ts";
import { load, winston } from "./client-package.ts";
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
    "warn contacts-client retry",
    "debug contacts-client request",
    "info contacts-client response",
  ]);
  expect(lines[1]?.[2]).toMatchObject({
    status: undefined,
    code: "connection_failed",
    attempt: 1,
  });
  expect(lines[3]?.[2]).toMatchObject({
    method: "GET",
    route: "/v1/contacts",
    attempt: 2,
    status: 503,
    milliseconds: expect.any(Number),
    requestId: "req_1",
    delay: expect.any(Number),
  });
  // Of the whole call, with the waits of at least half of 500 and of 1000 milliseconds.
  expect(Number(Object(lines[5]?.[2]).milliseconds)).toBeGreaterThan(700);
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

test("hooks get the number of the attempt and its duration", async () => {
  let sent = 0;
  const heard: unknown[] = [];
  const client = await clientOf(
    ({ socket }, response) => {
      sent++;
      if (sent === 1) response.writeHead(503).end();
      else if (sent === 2) setTimeout(() => response.end(emptyPage), 30);
      else socket.destroy();
    },
    {
      hooks: {
        request: ({ attempt }) => void heard.push(["request", attempt]),
        response: (_, { attempt }, duration) =>
          void heard.push(["response", attempt, duration]),
        retry: ({ attempt, duration }) =>
          void heard.push(["retry", attempt, duration]),
        failure: (_, { attempt }, duration) =>
          void heard.push(["failure", attempt, duration]),
      },
    },
  );
  await client.contacts.list();
  const aNumber = expect.any(Number);
  expect(heard).toEqual([
    ["request", 1],
    ["response", 1, aNumber],
    ["retry", 1, aNumber],
    ["request", 2],
    ["response", 2, aNumber],
  ]);
  const took = Number(Object(heard[4])[2]);
  // The wait before the second attempt, of at least 250 milliseconds, is not in it.
  expect(took).toBeGreaterThan(20);
  expect(took).toBeLessThan(250);

  heard.length = 0;
  await expect(client.contacts.list({}, { retries: 0 })).rejects.toThrow();
  expect(heard).toEqual([
    ["request", 1],
    ["failure", 1, aNumber],
  ]);
});

test("a call that is aborted has a line, and so has one whose hook fails", async () => {
  const lines: unknown[] = [];
  const at = (level: string) => (message: string) =>
    lines.push([level, message]);
  const logger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
  };
  const options = { apiKey, baseUrl, logger, logLevel: "info" } as const;
  const { contacts } = createClient(options);
  const call = contacts.list({}, { signal: AbortSignal.abort() });
  await expect(call).rejects.toThrow("aborted");
  const request = () => {
    throw new Error("The disk is full.");
  };
  const withHook = createClient({ ...options, hooks: { request } });
  await expect(withHook.contacts.list()).rejects.toThrow("The disk is full.");
  expect(lines).toEqual([
    ["info", "contacts-client abort"],
    ["error", "contacts-client failure"],
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
      write: (text, _, done) => (output.push(String(text)), done()),
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
      write: (line, _, done) => (lines.push(String(line)), done()),
    });
    const logger: Logger = createLogger({
      transports: [new transports.Stream({ stream })],
    });
    await readWith(logger);
    const last: unknown = JSON.parse(lines.at(-1) ?? "");
    expect(last).toMatchObject({ level: "info", message, ...fields });
  });

  test("the log of a call of raw has its route too", async () => {
    const lines: unknown[] = [];
    const write = (_: string, logged: object) => lines.push(logged);
    const logger = { debug: write, info: write, warn: write, error: write };
    const options = { apiKey, baseUrl, logger, logLevel: "info" } as const;
    const params = { path: { id: "ana@example.com" } };
    await createClient(options).raw.GET("/v1/contacts/{id}", { params });
    expect(lines).toMatchObject([{ route: "/v1/contacts/{id}", attempt: 1 }]);
  });
});

test("the logger is warned of each deprecated operation once", async () => {
  const sunset = "Thu, 31 Dec 2099 23:59:59 GMT";
  const warnings: unknown[] = [];
  const warn = (message: string, fields: object) =>
    warnings.push([message, fields]);
  const debug = () => undefined;
  const info = () => undefined;
  const error = () => undefined;
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
      { method: "GET", route: "/v1/contacts/{id}", attempt: 1, sunset },
    ],
    [
      "contacts-client deprecated",
      { method: "GET", route: "/v1/contacts", attempt: 1, sunset },
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
