import type { RequestListener } from "node:http";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  ApiError,
  ConflictError,
  createClient,
  type Client,
  ForbiddenError,
  isApiError,
  isCallError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  ValidationError,
} from "../../client/index.ts";
import type { Scope } from "../../server/auth/keys.ts";
import { clientOf, thrown } from "./local-server.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

const clientWith = async (...scopes: Scope[]) =>
  createClient({ apiKey: await server.key(scopes), baseUrl: server.address }).contacts;

/** What a call throws, which must be an error of the API. */
async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await thrown(call);
  if (!isApiError(error)) throw new Error(`No ApiError: ${inspect(error)}`);
  return error;
}

test.each(["contacts_live_unknown", "error", "a"])("401 for %s, which is no key", async (apiKey) => {
  const { contacts } = createClient({ apiKey, baseUrl: server.address });
  expect(await errorOf(contacts.list())).toMatchObject({ status: 401, code: "unauthorized", details: [] });
});

test("403 names the scope that the key lacks, and those that it has", async () => {
  const contacts = await clientWith("contacts:read", "events:read");
  const error = await errorOf(contacts.create({ name: "x", email: "x@example.com" }));
  expect(error.status).toBe(403);
  expect(isApiError(error, "forbidden") && error.body.error).toMatchObject({
    required_scope: "contacts:write",
    granted_scopes: ["contacts:read", "events:read"],
  });
  const said = "; the key lacks contacts:write and has contacts:read, events:read";
  expect(error.message.endsWith(said), error.message).toBe(true);
});

test.each(["ct_01jq7x2v4ef8stn5x0q9c6hd3k", "a/b", "ñ"])("404 for contact %s", async (id) => {
  const contacts = await clientWith("*");
  expect(await errorOf(contacts.get(id))).toMatchObject({ status: 404, code: "not_found" });
});

test("400 and 422 tell every fault with its path", async () => {
  const contacts = await clientWith("*");
  const faulty = await errorOf(contacts.create({ name: "x", email: "no", tags: ["a", "b".repeat(51)] }));
  expect([faulty.status, faulty.code]).toEqual([422, "validation_error"]);
  expect(faulty.details).toMatchObject([
    { path: ["email"], reason: "format" },
    { path: ["tags", "1"], reason: "too_long" },
  ]);
  for (const { path, message } of faulty.details) {
    expect(faulty.message).toContain(`${path.join(".")}: ${message}`);
  }

  // @ts-expect-error the email is missing, which plain JavaScript does not tell
  const incomplete = await errorOf(contacts.create({ name: "x" }));
  expect([incomplete.status, incomplete.code]).toEqual([400, "missing_parameter"]);
  expect(incomplete.details.map(({ path }) => path)).toEqual([["email"]]);
});

test("an error says which request failed, without the text that was searched for", async () => {
  const contacts = await clientWith("contacts:write");
  const error = await errorOf(contacts.list({ q: "ana@example.com" }));
  const { address } = server;
  expect(error).toMatchObject({ method: "GET", url: `${address}/v1/contacts` });
  expect(error.requestId).toMatch(/^req_/);
  expect(error.message).toMatch(`GET ${address}/v1/contacts failed with 403 forbidden: `);
  expect(inspect(error, { depth: null })).not.toMatch(/ana(@|%40)/);
});

test("what fetch threw is the cause, without the address that Bun and Deno write there", async () => {
  const fetch = async (url: string) => {
    const cause = new Error(`error sending request for url (${url}): client error (Connect): refused`);
    cause.cause = cause; // as a library may do it
    throw Object.assign(new TypeError("fetch failed", { cause }), { path: url });
  };
  const { contacts } = createClient({ apiKey: "x", baseUrl: server.address, retries: 0, fetch });
  const error = await thrown(contacts.list({ q: "ana@example.com" }));
  if (!isCallError(error)) throw new Error("no CallError");
  expect(error).toMatchObject({ name: "ConnectionError", unsent: true });
  expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/ana(@|%40)/);
  expect(error.message).toContain(`(${server.address}/v1/contacts): client error (Connect): refused`);
  expect(error.cause).toMatchObject({ message: "fetch failed", path: `${server.address}/v1/contacts` });
});

test("isApiError tells codes apart, and errors of the API from others", async () => {
  const error = await errorOf((await clientWith("*")).get("nobody"));
  expect([
    isApiError(error),
    isApiError(error, "not_found"),
    isApiError(error, "conflict", "not_found"),
    isApiError(error, "conflict"),
    isApiError(new Error("not_found")),
    isApiError({ ...error }),
    isApiError(undefined),
  ]).toEqual([true, true, true, false, false, false, false]);
});

test.each([
  ["unauthorized", 401, UnauthorizedError],
  ["forbidden", 403, ForbiddenError],
  ["not_found", 404, NotFoundError],
  ["conflict", 409, ConflictError],
  ["missing_parameter", 400, ValidationError],
  ["validation_error", 422, ValidationError],
  ["rate_limited", 429, RateLimitedError],
  ["internal_error", 500, ServerError],
  ["service_unavailable", 503, ServerError],
  ["method_not_allowed", 405, ApiError],
])("%s is an error of a class of its kind", async (code, status, Class) => {
  const body = JSON.stringify({ error: { code, message: "m", details: [] } });
  const { contacts } = createClient({
    apiKey: "contacts_live_x",
    baseUrl: server.address,
    retries: 0,
    totalTimeout: 900,
    fetch: () => Promise.resolve(new Response(body, { status, headers: { "X-Request-Id": "req_1" } })),
  });
  const error = await errorOf(contacts.list());
  expect([error.constructor, isCallError(error)]).toEqual([Class, true]);
  expect(error).toMatchObject({ name: Class.name, code, status, requestId: "req_1", method: "GET" });
});

describe("the stack of an error names the function that awaits", () => {
  const faults: [string, RequestListener][] = [
    ["UnauthorizedError", (_, response) => response.writeHead(401).end('{"error":{"code":"unauthorized"}}')],
    ["ServerError", (_, response) => response.writeHead(503).end()],
    ["UnexpectedResponseError", (_, response) => response.writeHead(700).end()],
    ["ConnectionError", ({ socket }) => socket.destroy()],
    ["TimeoutError", () => undefined],
  ];
  const waysOf = ({ contacts, events }: Client): (() => Promise<unknown>)[] => [
    async function get() {
      return await contacts.get("x");
    },
    async function list() {
      return await contacts.list();
    },
    async function listWithResponse() {
      return await contacts.list().withResponse();
    },
    async function toArray() {
      return await contacts.list().toArray();
    },
    async function createOrGet() {
      return await contacts.createOrGet({ name: "x", email: "x@example.com" });
    },
    async function loop() {
      for await (const contact of contacts.list()) expect(contact).toBeDefined();
    },
    async function loopOfPages() {
      for await (const page of contacts.list().pages()) expect(page).toBeDefined();
    },
    async function following() {
      for await (const event of events.follow()) expect(event).toBeDefined();
    },
  ];
  const paged = /^(toArray|loop)/;
  const page = JSON.stringify({ data: [{}], next_cursor: "x", has_more: true });

  test.each(faults)("%s, of the first page and of the second", async (name, respond) => {
    let requests = 0;
    let firstIsGood = false;
    const client = await clientOf(
      (request, response) => {
        if (firstIsGood && ++requests % 2 === 1) response.end(page);
        else respond(request, response);
      },
      { retries: 0, timeout: 200 },
    );
    const ways = waysOf(client);
    const stackOf = async (way: () => Promise<unknown>) => {
      const error = await way().catch((reason: unknown) => reason);
      return error instanceof Error ? [error.name, error.stack] : error;
    };
    // The feed is followed through whatever may pass.
    const ended = ways.filter((way) => way.name !== "following" || name === "UnauthorizedError");
    const shown = (way: () => Promise<unknown>) => [
      name,
      expect.stringMatching(new RegExp(`at (async )?${way.name} `)),
    ];
    for (const way of ended) expect(await stackOf(way)).toEqual(shown(way));
    firstIsGood = true;
    for (const way of ended.filter((each) => paged.test(each.name)))
      expect(await stackOf(way)).toEqual(shown(way));
  });
});
