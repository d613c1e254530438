import type { RequestListener } from "node:http";
import { inspect } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import * as client from "../../client/index.ts";
import {
  createClient,
  isApiError,
  isCallError,
  type ApiError,
} from "../../client/index.ts";
import { errors } from "../../generated/constants.ts";
import type { Scope } from "../../server/auth/keys.ts";
import { clientOf, thrown } from "./local-server.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();

const clientWith = async (...scopes: Scope[]) =>
  createClient({ apiKey: await server.key(scopes), baseUrl: server.address })
    .contacts;

/** Returns the error of a call, which must be an error of the API. */
async function errorOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await thrown(call);
  if (!isApiError(error)) throw new Error(`No ApiError: ${inspect(error)}`);
  return error;
}

test.each(["contacts_live_unknown", "error", "a"])(
  "401 for %s, which is no key",
  async (apiKey) => {
    const { contacts } = createClient({ apiKey, baseUrl: server.address });
    expect(await errorOf(contacts.list())).toMatchObject({
      status: 401,
      code: "unauthorized",
      details: [],
    });
  },
);

test("a 403 says which request failed, without the text that was searched for, and which scope the key lacks", async () => {
  const contacts = await clientWith("contacts:write", "events:read");
  const error = await errorOf(contacts.list({ q: "ana@example.com" }));
  const url = `${server.address}/v1/contacts`;
  expect(error).toMatchObject({
    status: 403,
    method: "GET",
    url,
    requestId: expect.stringMatching(/^req_/),
  });
  expect(error.message).toMatch(`GET ${url} failed with 403 forbidden: `);
  expect(error.message).toMatch(
    /; the key lacks contacts:read and has contacts:write, events:read$/,
  );
  expect(
    isApiError(error, "forbidden") && error.body.error.required_scope,
  ).toBe("contacts:read");
  expect(inspect(error, { depth: null })).not.toMatch(/ana(@|%40)/);
});

test("a 422 names every fault with its path", async () => {
  const contacts = await clientWith("*");
  const error = await errorOf(
    contacts.create({ name: "x", email: "no", tags: ["a", "b".repeat(51)] }),
  );
  expect(error.details.map(({ path }) => path)).toEqual([
    ["email"],
    ["tags", "1"],
  ]);
  for (const { path, message } of error.details)
    expect(error.message).toContain(`${path.join(".")}: ${message}`);
});

test("what fetch threw is the cause, without the address that Bun and Deno write there", async () => {
  const fetch = async (url: string) => {
    const cause = new Error(
      `error sending request for url (${url}): client error (Connect): refused`,
    );
    cause.cause = cause; // as a library may do it
    throw Object.assign(new TypeError("fetch failed", { cause }), {
      path: url,
    });
  };
  const { contacts } = createClient({
    apiKey: "x",
    baseUrl: server.address,
    retries: 0,
    fetch,
  });
  const error = await thrown(contacts.list({ q: "ana@example.com" }));
  if (!isCallError(error)) throw new Error("no CallError");
  expect(error).toMatchObject({ name: "ConnectionError", unsent: true });
  expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(
    /ana(@|%40)/,
  );
  expect(error.message).toContain(
    `(${server.address}/v1/contacts): client error (Connect): refused`,
  );
  expect(error.cause).toMatchObject({
    message: "fetch failed",
    path: `${server.address}/v1/contacts`,
  });
});

test("isApiError distinguishes codes, and errors of the API from others", async () => {
  const error = await errorOf((await clientWith("*")).get("a/b ñ"));
  expect(isApiError(error)).toBe(true);
  expect(isApiError(error, "not_found")).toBe(true);
  expect(isApiError(error, "conflict", "not_found")).toBe(true);
  expect(isApiError(error, "conflict")).toBe(false);
  expect(isApiError(new Error("not_found"))).toBe(false);
  expect(isApiError({ ...error })).toBe(false);
  expect(isApiError(undefined)).toBe(false);
});

test.each([
  { code: "unauthorized", name: "UnauthorizedError" },
  { code: "forbidden", name: "ForbiddenError" },
  { code: "not_found", name: "NotFoundError" },
  { code: "conflict", name: "ConflictError" },
  { code: "missing_parameter", name: "ValidationError" },
  { code: "validation_error", name: "ValidationError" },
  { code: "rate_limited", name: "RateLimitedError" },
  { code: "internal_error", name: "ServerError" },
  { code: "service_unavailable", name: "ServerError" },
  { code: "method_not_allowed", name: "ApiError" },
] as const)(
  "an error with the code $code is of the class $name",
  async ({ code, name }) => {
    const { status } = errors[code];
    const body = JSON.stringify({ error: { code, message: "m", details: [] } });
    const { contacts } = createClient({
      apiKey: "contacts_live_x",
      baseUrl: server.address,
      retries: 0,
      totalTimeout: 900,
      fetch: () =>
        Promise.resolve(
          new Response(body, { status, headers: { "X-Request-Id": "req_1" } }),
        ),
    });
    const error = await errorOf(contacts.list());
    expect(error.constructor).toEqual(client[name]);
    expect(isCallError(error)).toBe(true);
    expect(error).toMatchObject({
      name,
      code,
      status,
      requestId: "req_1",
      method: "GET",
    });
  },
);

test("a result is a value also for an error and for no response; only an abort rejects", async () => {
  const contacts = await clientWith("*");
  const ana = { name: "Ana", email: "ana@example.com" };
  const created = await contacts.create(ana).result();
  expect(created).toMatchObject({ ok: true, status: 201, data: ana });
  const refused = await contacts.create(ana).result();
  const body = { error: { contact_id: created.data?.id } };
  expect(refused).toMatchObject({
    ok: false,
    status: 409,
    error: { name: "ConflictError", body },
  });
  const fetch = () =>
    Promise.reject(new Error("The line broke, not with ECONNREFUSED."));
  const broken = createClient({
    apiKey: "x",
    baseUrl: server.address,
    retries: 0,
    fetch,
  });
  const error = { name: "ConnectionError", unsent: false };
  expect(await broken.contacts.list().result()).toMatchObject({
    ok: false,
    status: undefined,
    error,
  });
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(contacts.list({}, { signal }).result()).rejects.toThrow(
    "enough",
  );
});

test("a status that the operation does not declare has an error with the whole response", async () => {
  // Under a longer base address there are no operations, for which the server returns a 404.
  const baseUrl = `${server.address}/elsewhere`;
  const { contacts } = createClient({
    apiKey: await server.key(["*"]),
    baseUrl,
  });
  // Nobody may take a contact for erased because of a wrong address.
  for (const result of [
    await contacts.list().result(),
    await contacts.get("x").result(),
  ]) {
    const error = { name: "ApiError", status: 404, code: "path_not_found" };
    expect(result).toMatchObject({ ok: false, status: undefined, error });
  }
});

test.each<{ name: string; respond: RequestListener }>([
  {
    name: "UnauthorizedError",
    respond: (_, response) =>
      response.writeHead(401).end('{"error":{"code":"unauthorized"}}'),
  },
  { name: "ConnectionError", respond: ({ socket }) => socket.destroy() },
  { name: "TimeoutError", respond: () => undefined },
])(
  "the stack of $name names the function that awaits, of the first page and of the second",
  async ({ name, respond }) => {
    // On a busy machine frames of Node's timers come before ours, and ten are shown.
    const { stackTraceLimit } = Error;
    onTestFinished(() => void Object.assign(Error, { stackTraceLimit }));
    Error.stackTraceLimit = 20;
    let goodPages = 0;
    const { contacts } = await clientOf(
      (request, response) => {
        if (goodPages-- > 0)
          response.end(
            '{ "data": [{}], "next_cursor": "x", "has_more": true }',
          );
        else respond(request, response);
      },
      { retries: 0, timeout: name === "TimeoutError" ? 200 : 30_000 },
    );
    const loopOver = async (list: AsyncIterable<object>) => {
      for await (const each of list) expect(each).toBeDefined();
    };
    const single = {
      get: async () => await contacts.get("x"),
      list: async () => await contacts.list(),
      listWithResponse: async () => await contacts.list().withResponse(),
      createOrGet: async () =>
        await contacts.createOrGet({ name: "x", email: "x@example.com" }),
    };
    const paged = {
      toArray: async () => await contacts.list().toArray(),
      loop: async () => await loopOver(contacts.list()),
      pages: async () => await loopOver(contacts.list().pages()),
    };
    const expectNamed = async (
      caller: string,
      call: () => Promise<unknown>,
    ) => {
      const stack: unknown = expect.stringMatching(
        new RegExp(`at (async )?(Object\\.)?${caller} `),
      );
      expect(await thrown(call()), caller).toMatchObject({ name, stack });
    };

    for (const [caller, call] of Object.entries({ ...single, ...paged }))
      await expectNamed(caller, call);
    for (const [caller, call] of Object.entries(paged)) {
      goodPages = 1;
      await expectNamed(caller, call);
    }
  },
);
