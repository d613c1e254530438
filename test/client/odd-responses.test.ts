import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createClient } from "../../client/index.ts";
import {
  clientOf,
  emptyPage as page,
  startLocalServer,
  thrown,
} from "./local-server.ts";

const apiKey = "contacts_live_secret";

const send =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response
      .writeHead(status, { "Content-Type": type, "X-Request-Id": "req_1" })
      .end(body);
  };
const json = (status: number, body: unknown) =>
  send(status, "application/json", JSON.stringify(body));
const error = (status: number, fields: object) =>
  json(status, { error: { message: "m", ...fields } });

// What a proxy, or a server that is no server of ours, responds.
const good: Record<string, RequestListener> = {
  "headers without values": ({ socket }) => {
    const names = [
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
      "Retry-After",
      "Date",
    ];
    const headers = names.map((name) => `${name}:\r\n`).join("");
    socket.end(
      `HTTP/1.1 200 OK\r\n${headers}Content-Length: ${page.length}\r\n\r\n${page}`,
    );
  },
  "half of the limit's headers": (_, response) =>
    response.writeHead(200, { "X-RateLimit-Remaining": "0" }).end(page),
};

const serverError = (status: number, body: unknown) => ({
  name: "ServerError",
  status,
  body,
});
const broken = { name: "ConnectionError", cause: expect.any(Error) };
/** Expects an error that names the response and has it. */
const unexpected = (said: string, fields = {}) => ({
  name: "UnexpectedResponseError",
  message: expect.stringContaining(said),
  ...fields,
});
const other = unexpected("with a body of another form");
const odd = { toString: 1 };

/** Name of a response → listener that sends it, and the expected error. */
const bad: Record<string, [RequestListener, object]> = {
  "a 503 of HTML": [
    send(503, "text/html", "<html>Down</html>"),
    { ...serverError(503, "<html>Down</html>"), requestId: "req_1" },
  ],
  "a 502 without a body": [send(502, "text/plain", ""), serverError(502, "")],
  "a 500 of another form": [
    json(500, { message: "x" }),
    serverError(500, { message: "x" }),
  ],
  "a 500 whose error is a text": [
    json(500, { error: "not_found" }),
    serverError(500, { error: "not_found" }),
  ],
  "a 502 with the code of a 404": [
    error(502, { code: "not_found" }),
    serverError(502, { error: { message: "m", code: "not_found" } }),
  ],
  "no response": [(request) => request.socket.destroy(), broken],
  "a part of a success": [
    (_, response) => {
      response.writeHead(200, { "Content-Length": page.length });
      response.write(page.slice(0, 20), () => response.destroy());
    },
    broken,
  ],
  "a part of an error": [
    (_, response) => {
      response.writeHead(500, { "Content-Length": 100 });
      response.write("{", () => response.destroy());
    },
    broken,
  ],
  "a login page": [
    send(200, "text/html", "<html>Log in</html>"),
    unexpected("returned 200 with a body of another form (text/html)", {
      body: "<html>Log in</html>",
    }),
  ],
  "half of a JSON": [send(200, "application/json", page.slice(0, 20)), other],
  "half of an error's JSON": [
    send(404, "application/json", '{"error":{"code":"not_f'),
    other,
  ],
  "an empty 200": [
    send(200, "application/json", ""),
    unexpected("200 with no body", { body: "" }),
  ],
  "a 204": [
    (_, response) => response.writeHead(204).end(),
    unexpected("204 with no body"),
  ],
  null: [json(200, null), other],
  "a text": [json(200, "data"), other],
  "another success": [json(200, { ok: true }), other],
  "null as data": [json(200, { data: null }), other],
  "a list as one": [json(200, { data: [] }), other],
  "a part of a gzip": [
    (_, response) => {
      response
        .writeHead(200, { "Content-Encoding": "gzip" })
        .end(gzipSync(page).subarray(0, 20));
    },
    unexpected("200"),
  ],
  "a 204 with a body": [
    ({ socket }) =>
      socket.end(
        `HTTP/1.1 204 No Content\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
      ),
    unexpected("204 with no body"),
  ],
  "an error as a success": [error(200, { code: "not_found" }), other],
  "a status of 999": [
    send(999, "text/html", "Denied"),
    unexpected("999", { body: "Denied" }),
  ],
  "a redirect": [
    (_, response) =>
      response.writeHead(302, { Location: "/v1/contacts?x=1" }).end(),
    unexpected("302 with a redirect to /v1/contacts (check the baseUrl)", {
      body: "",
    }),
  ],
  // Errors of the API that this version of the contract does not know.
  "an unknown code": [
    error(404, { code: "toString" }),
    {
      name: "ApiError",
      code: "toString",
      status: 404,
      requestId: "req_1",
      body: { error: { message: "m", code: "toString" } },
    },
  ],
  "no message": [
    error(404, { code: "not_found", message: null }),
    { code: "not_found", status: 404 },
  ],
  "other details": [
    error(422, { code: "validation_error", details: [{ path: "email" }] }),
    { details: [{ path: "email" }] },
  ],
  "odd details": [
    error(422, {
      code: "validation_error",
      message: odd,
      details: [null, 5, { path: odd, message: odd }],
    }),
    { code: "validation_error", details: [{ path: odd, message: odd }] },
  ],
  "odd scopes": [
    error(403, {
      code: "forbidden",
      required_scope: "x",
      granted_scopes: [odd],
    }),
    { code: "forbidden", status: 403 },
  ],
  "an odd text of the status": [
    (_, response) => {
      response
        .writeHead(404, "P\xe1gina no encontrada")
        .end('{"error":{"code":"not_found","message":"m"}}');
    },
    { code: "not_found", status: 404 },
  ],
  "the key in an error": [
    ({ headers: { authorization = "" } }, response) => {
      const body = { error: { code: "not_found", message: authorization } };
      response
        .writeHead(404, { "X-Request-Id": authorization })
        .end(JSON.stringify(body));
    },
    { code: "not_found" },
  ],
  "the key in a page": [
    ({ headers: { authorization = "" } }, response) => {
      response
        .writeHead(200, { "Content-Type": authorization })
        .end(authorization);
    },
    other,
  ],
};

const clientFor = (listener: RequestListener) =>
  clientOf(listener, { apiKey, retries: 0 });

test.each(Object.entries(good))("%s is good", async (_, listener) => {
  const { contacts } = await clientFor(listener);
  await contacts.list();
  expect(await contacts.list()).toEqual(JSON.parse(page));
});

test.each(Object.entries(bad))(
  "%s is an error that describes it, without the key",
  async (_, [listener, fields]) => {
    const { contacts } = await clientFor(listener);
    const failure = await thrown(contacts.get(apiKey));
    const url: unknown = expect.stringMatching(
      /^http:\S+\/v1\/contacts\/\[apiKey\]$/,
    );
    expect(failure).toMatchObject({ method: "GET", url, ...fields });
    expect(
      inspect(failure, { depth: null, showHidden: true }) +
        JSON.stringify(failure),
    ).not.toContain(apiKey);
  },
);

test("one as a list is none, and a code that is not known has no status of its own", async () => {
  const { contacts } = await clientFor(json(200, { data: { id: "x" } }));
  expect(await thrown(contacts.list())).toMatchObject(other);
  const later = await clientFor(error(404, { code: "toString" }));
  const result = await later.contacts.list().result();
  expect(result).toMatchObject({
    status: undefined,
    error: { code: "toString" },
  });
  expect(result.error?.headers?.get("Content-Type")).toBe("application/json");
});

test.each<{ name: string; body: object | undefined }>([
  { name: "no body, as React Native's", body: undefined },
  {
    name: "a body of its own kind, as node-fetch's",
    body: Readable.from([page]),
  },
])("a fetch whose responses have $name is as good as any", async ({ body }) => {
  const { contacts } = createClient({
    apiKey,
    baseUrl: await startLocalServer((_, response) => response.end(page)),
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { ok, status, headers } = response;
      return { ok, status, headers, body, text: () => response.text() };
    },
  });
  expect(await contacts.list()).toEqual(JSON.parse(page));
});

// Node 20 says nothing of it when the body is large; later versions break the connection.
test("a body that goes on behind its gzip is an error, at the latest when the time is over", async () => {
  const body = gzipSync(randomBytes(400_000).toString("hex"));
  const listener: RequestListener = (_, response) =>
    response
      .writeHead(200, { "Content-Encoding": "gzip" })
      .end(Buffer.concat([body, Buffer.from("more")]));
  const { contacts } = await clientOf(listener, { retries: 0, timeout: 500 });
  const code: unknown = expect.stringMatching(/^(timeout|connection_failed)$/);
  expect(await thrown(contacts.list())).toMatchObject({ code });
});

test("a creation that is redirected does not become a listing", async () => {
  const { contacts } = await clientFor(({ method }, response) =>
    method === "GET"
      ? response.end(page)
      : response.writeHead(302, { Location: "/" }).end(),
  );
  const failure = await thrown(
    contacts.create({ name: "x", email: "x@example.com" }),
  );
  expect(failure).toMatchObject({
    name: "UnexpectedResponseError",
    method: "POST",
    status: 302,
  });
});
