import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  ConnectionError,
  createClient,
  isApiError,
  ServerError,
  UnexpectedResponseError,
} from "../../client/index.ts";
import { clientOf, emptyPage as page, startLocalServer, thrown } from "./local-server.ts";

const apiKey = "contacts_live_secret";

const send =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "Content-Type": type, "X-Request-Id": "req_1" }).end(body);
  };
const json = (status: number, body: unknown) => send(status, "application/json", JSON.stringify(body));
const error = (status: number, fields: object) => json(status, { error: { message: "m", ...fields } });

type Responses = Record<string, RequestListener>;

// What a proxy, or a server that is no server of ours, responds: path of the base address → how.
const good: Responses = {
  "/good": send(200, "application/json", page),
  "/empty-headers": ({ socket }) => {
    const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Date"];
    const headers = names.map((name) => `${name}:\r\n`).join("");
    socket.end(`HTTP/1.1 200 OK\r\n${headers}Content-Length: ${page.length}\r\n\r\n${page}`);
  },
  "/half-limit": (_, response) => response.writeHead(200, { "X-RateLimit-Remaining": "0" }).end(page),
};
const serverFaults: Responses = {
  "/html-error": send(503, "text/html", "<html>Down</html>"),
  "/empty-error": send(502, "text/plain", ""),
  "/other-error": json(500, { message: "Internal Server Error" }),
  "/text-error": json(500, { error: "not_found" }),
  "/other-status": error(502, { code: "not_found" }),
};
const connectionFaults: Responses = {
  "/closed": (request) => request.socket.destroy(),
  "/cut-off": (_, response) => {
    response.writeHead(200, { "Content-Length": page.length });
    response.write(page.slice(0, 20), () => response.destroy());
  },
  "/cut-off-error": (_, response) => {
    response.writeHead(500, { "Content-Length": 100 });
    response.write("{", () => response.destroy());
  },
};
const unexpected: Responses = {
  "/html": send(200, "text/html", "<html>Log in</html>"),
  "/truncated": send(200, "application/json", page.slice(0, 20)),
  "/truncated-error": send(404, "application/json", '{"error":{"code":"not_f'),
  "/empty": send(200, "application/json", ""),
  "/no-content": (_, response) => response.writeHead(204).end(),
  "/null": json(200, null),
  "/text": json(200, "data"),
  "/other-success": json(200, { ok: true }),
  "/null-data": json(200, { data: null }),
  "/one-as-list": json(200, { data: { id: "x" } }),
  "/cut-gzip": (_, response) => {
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(page).subarray(0, 20));
  },
  "/content-with-204": ({ socket }) =>
    socket.end(`HTTP/1.1 204 No Content\r\nContent-Length: ${page.length}\r\n\r\n${page}`),
  "/error-as-success": error(200, { code: "not_found" }),
  "/status-999": send(999, "text/html", "Denied"),
  "/redirect": (_, response) => response.writeHead(302, { Location: "/good/v1/contacts" }).end(),
};
/** Errors of the API that this version of the contract does not know. */
const unknown: Responses = {
  "/unknown-code": error(404, { code: "toString" }),
  "/no-message": error(404, { code: "not_found", message: null }),
  "/other-details": error(422, { code: "validation_error", details: [{ path: "email" }] }),
  "/odd-details": error(422, {
    code: "validation_error",
    message: { toString: 1 },
    details: [null, 5, { path: { toString: 1 }, message: { toString: 1 } }],
  }),
  "/odd-scopes": error(403, { code: "forbidden", required_scope: "x", granted_scopes: [{ toString: 1 }] }),
  "/status-text": (_, response) => {
    response.writeHead(404, "P\xe1gina no encontrada").end('{"error":{"code":"not_found","message":"m"}}');
  },
};
const echoes: Responses = {
  "/echo": ({ headers: { authorization = "" } }, response) => {
    const body = { error: { code: "not_found", message: authorization } };
    response.writeHead(404, { "X-Request-Id": authorization }).end(JSON.stringify(body));
  },
  "/echo-html": ({ headers: { authorization = "" } }, response) => {
    response.writeHead(200, { "Content-Type": authorization }).end(authorization);
  },
};
const failures = { ...serverFaults, ...connectionFaults, ...unexpected, ...unknown, ...echoes };

const address = await startLocalServer((request, response) => {
  const respond = { ...good, ...failures }[`/${request.url?.split("/")[1]}`];
  if (respond) respond(request, response);
  else throw new Error(`No response for ${request.url}`);
});

const contactsAt = (path: string) => createClient({ apiKey, baseUrl: address + path, retries: 0 }).contacts;

test.each(Object.keys(good))(
  "%s, with headers without values or with half of the limit's, is good",
  async (path) => {
    const contacts = contactsAt(path);
    await contacts.list();
    expect(await contacts.list()).toEqual(JSON.parse(page));
  },
);

test.each(Object.keys(serverFaults))(
  "%s, a 5xx of whatever body, is a ServerError that has it",
  async (path) => {
    const failure = await thrown(contactsAt(path).list());
    if (!(failure instanceof ServerError)) throw new Error("no ServerError");
    const response = await fetch(`${address}${path}/v1/contacts`);
    const requestId = response.headers.get("X-Request-Id") ?? undefined;
    expect(failure).toMatchObject({ status: response.status, requestId });
    const { body } = failure;
    expect(typeof body === "string" ? body : JSON.stringify(body)).toBe(await response.text());
  },
);

test("what the contract does not know yet arrives as it is", async () => {
  const failure = await thrown(contactsAt("/unknown-code").list());
  if (!isApiError(failure)) throw new Error("no ApiError");
  expect(failure).toMatchObject({ code: "toString", status: 404, requestId: "req_1" });
  expect(failure.body).toEqual({ error: { message: "m", code: "toString" } });
  expect(failure.headers.get("Content-Type")).toBe("application/json");
  const result = await contactsAt("/unknown-code").list().result();
  expect(result).toMatchObject({ status: undefined, error: { code: "toString" } });
});

test.each([
  ["/no-message", { code: "not_found", status: 404 }],
  ["/other-details", { details: [{ path: "email" }] }],
  [
    "/odd-details",
    { code: "validation_error", details: [{ path: { toString: 1 }, message: { toString: 1 } }] },
  ],
  ["/odd-scopes", { code: "forbidden", status: 403 }],
  ["/status-text", { code: "not_found", status: 404 }],
])("%s is an error of the API, whatever it has beside its code", async (path, fields) => {
  expect(await thrown(contactsAt(path).list())).toMatchObject(fields);
});

test.each(Object.keys(unexpected))(
  "%s, which is not the contract's, is an UnexpectedResponseError",
  async (path) => {
    const failure = await thrown(contactsAt(path).list());
    expect(failure).toBeInstanceOf(UnexpectedResponseError);
    expect(failure).toMatchObject({ method: "GET", url: `${address}${path}/v1/contacts` });
  },
);

test.each([
  ["/html", "returned 200 with a body of another form (text/html)", "<html>Log in</html>"],
  ["/empty", "200 with no body", ""],
  ["/redirect", "302 with a redirect to /good/v1/contacts (check the baseUrl)", ""],
])("the error for %s says what arrived, and has it", async (path, said, body) => {
  const message: unknown = expect.stringContaining(said);
  expect(await thrown(contactsAt(path).list())).toMatchObject({ message, body });
});

test("a page of the largest changes that the contract allows is read", async () => {
  const event = { id: "evt_1", data: "x".repeat(480_000) };
  const largest = JSON.stringify({ data: Array(100).fill(event), next_cursor: null, has_more: false });
  const { events } = await clientOf((_, response) => response.end(largest));
  expect((await events.list({ limit: 100 })).data).toHaveLength(100);
});

test("a body without end is cut off, and is an error that says so", async () => {
  let sent = 0;
  const { contacts } = await clientOf((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent++;
      sent++;
    };
    response.on("drain", more);
    more();
  });
  const failure = await thrown(contacts.list());
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect(String(failure)).toContain("a body that is too large");
  expect(sent).toBeLessThan(96);
});

test("a server's fault is a ServerError, however large its body is", async () => {
  const bomb = gzipSync(Buffer.alloc(96 * 1024 * 1024));
  const listener: RequestListener = (_, response) =>
    response.writeHead(502, { "Content-Encoding": "gzip" }).end(bomb);
  const { contacts } = await clientOf(listener, { retries: 0 });
  expect(await thrown(contacts.list())).toMatchObject({ name: "ServerError", status: 502, body: "" });
});

test.each([
  ["no body, as React Native's", undefined],
  ["a body of its own kind, as node-fetch's", Readable.from([page])],
])("a fetch whose responses have %s is as good as any", async (_, body: object | undefined) => {
  const { contacts } = createClient({
    apiKey,
    baseUrl: `${address}/good`,
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
    response.writeHead(200, { "Content-Encoding": "gzip" }).end(Buffer.concat([body, Buffer.from("more")]));
  const { contacts } = await clientOf(listener, { retries: 0, timeout: 500 });
  const code: unknown = expect.stringMatching(/^(timeout|connection_failed)$/);
  expect(await thrown(contacts.list())).toMatchObject({ code });
});

test("a creation that is redirected does not become a listing", async () => {
  const failure = await thrown(contactsAt("/redirect").create({ name: "x", email: "x@example.com" }));
  expect(failure).toBeInstanceOf(UnexpectedResponseError);
  expect(failure).toMatchObject({ method: "POST", status: 302 });
});

test.each(Object.keys(connectionFaults))("%s is a ConnectionError", async (path) => {
  const failure = await thrown(contactsAt(path).get("x"));
  expect(failure).toBeInstanceOf(ConnectionError);
  const url = `${address}${path}/v1/contacts/x`;
  expect(failure).toMatchObject({ method: "GET", url, cause: expect.any(Error) });
});

test.each(Object.keys(failures))("the key is not shown in the error of %s", async (path) => {
  const failure = await thrown(
    path === "/one-as-list" ? contactsAt(path).list() : contactsAt(path).get(apiKey),
  );
  expect(failure).toBeInstanceOf(Error);
  expect(inspect(failure, { depth: null, showHidden: true }) + JSON.stringify(failure)).not.toContain(apiKey);
});

test("the key is not shown in a client", () => {
  const client = createClient({ apiKey, baseUrl: address });
  expect(inspect(client, { depth: null, showHidden: true })).not.toContain(apiKey);
});
