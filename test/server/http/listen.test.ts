import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../../generated/constants.ts";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { connectTo, raw, statusesIn, sendBytes } from "../../support/raw.ts";
import { checkResponse } from "../../support/check-response.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["contacts:read", "contacts:write"]);

const send = (request: string, address = server.address) =>
  sendBytes(request, address);

test("a response has an id of the server, also when the request names one in the server's form", async () => {
  const named = `req_${"0".repeat(26)}`;
  const { headers } = await server.call("/v1/contacts", {
    key,
    headers: { "X-Request-Id": named },
  });
  expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  expect(headers.get("x-request-id")).not.toBe(named);
});

test("no cache keeps a response of the API, and no browser reads it as another type", async () => {
  const responses = [
    await server.call("/v1/contacts", {
      key,
      headers: { "X-Request-Id": "req_of_the_client" },
    }),
    await server.call("/v1/contacts"),
    await server.call("/v1/nothing", { key }),
    await send("CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 501]);
  for (const { headers } of responses) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^req_[0-9a-z]{26}$/);
  }
});

test("none of more than a thousand headers is lost", async () => {
  const fill = "a:b\r\n".repeat(1200);
  const { status } = await send(
    `GET /v1/contacts HTTP/1.1\r\nHost: x\r\n${fill}Authorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  );
  expect(status).toBe(200);
});

test("a client may keep a connection for 65 seconds, longer than proxies do", async () => {
  const { headers } = await server.call("/v1/contacts", { key });
  expect(headers.get("keep-alive")).toBe("timeout=65");
});

test("a request has 30 seconds to arrive whole", async () => {
  const channel = "http.server.request.start";
  const found: Server[] = [];
  const note = (message: unknown) =>
    found.push((message as { server: Server }).server);
  subscribe(channel, note);
  onTestFinished(() => void unsubscribe(channel, note));

  await server.call("/v1/contacts", { key });

  expect(found).toMatchObject([
    { requestTimeout: 30_000, headersTimeout: 30_000 },
  ]);
});

test("a request that does not arrive whole in time is 408", async () => {
  const limiter = createMemoryLimiter();
  const slow = await listen((_request, response) => response.end(), limiter, {
    requestTimeout: 200,
  });
  onTestFinished(() => slow.close());
  for (const half of ["GET /v1/contacts HTTP/1.1\r\nHost: x\r\n", "GET"]) {
    const response = await send(half, slow.address);
    expect(response.status).toBe(408);
    expect(response.body.error.code).toBe("request_timeout");
    checkResponse("GET", "/nowhere", response);
  }
});

test.each([
  { type: "application/json; charset=UTF8", status: 201 },
  { type: "Application/JSON;Charset=utf-8", status: 201 },
  { type: "application/json\t;\tcharset=unicode-1-1-utf-8", status: 201 },
  { type: 'application/json; charset="utf8"', status: 201 },
  { type: 'application/json; charset="ut\\f-8"', status: 201 },
  { type: 'application/json; v="a;charset=latin1"; ;', status: 201 },
  { type: "application/json; charset=utf-8; charset=latin1", status: 201 },
  { type: "application/json; charset=latin1", status: 415 },
  { type: "application/json; charset=utf-16", status: 415 },
  { type: "application/json; charset=klingon", status: 415 },
  { type: "application/json; charset='utf-8'", status: 415 },
  { type: "application/json, application/json", status: 415 },
  { type: "application/", status: 415 },
  { type: "application/json-patch+json", status: 415 },
  { type: "application/jsonl", status: 415 },
])("a body of the type $type is a $status", async ({ type, status }) => {
  const email = `${Math.random()}@example.com`;
  const response = await server.call("/v1/contacts", {
    key,
    method: "POST",
    body: JSON.stringify({ name: "Ana", email }),
    headers: { "Content-Type": type },
  });
  expect(response.status).toBe(status);
});

test.each([
  {
    name: "a scheme in small letters and several spaces",
    headers: { authorization: "bearer    KEY  " },
  },
  { name: "an absolute target", headers: {}, target: "http://a.example/v1/me" },
  {
    name: "unreserved characters that are encoded",
    headers: {},
    target: "/%76%31/%6De?",
  },
  {
    name: "empty pairs of a query",
    headers: {},
    target: "/v1/contacts?&&%6Cimit=%31&",
  },
  {
    name: "lists with empty elements and tabs",
    headers: { "accept-language": ", \t,en\t;\tq=0.5," },
  },
  {
    name: "types that it does not have",
    headers: { accept: "application/xml, ;q" },
  },
  { name: "an empty Host", headers: { host: "" } },
  { name: "a header without a value", headers: { "x-one": "" } },
  {
    name: "an expectation in capitals",
    headers: { expect: ", 100-CONTINUE ," },
  },
])(
  "$name: nothing that HTTP allows is refused",
  async ({ headers, target = "/v1/me" }) => {
    const fields = { host: "a", authorization: `Bearer KEY`, ...headers };
    const lines = Object.entries(fields).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const bytes = `GET ${target} HTTP/1.1\r\n${lines.join("")}connection: close\r\n\r\n`;
    const text = await raw(server.address, bytes.replace("KEY", key));
    expect(statusesIn(text).at(-1)).toBe(200);
  },
);

test("an unknown expectation is no reason to respond without our headers", async () => {
  const response = await send(
    "GET /v1/contacts HTTP/1.1\r\nHost: x\r\nExpect: miracle\r\nConnection: close\r\n\r\n",
  );
  expect(response.status).toBe(401);
  checkResponse("GET", "/v1/contacts", response);
});

test("a body that waits for a 100 gets it, or a 413 at once when it is too large", async () => {
  const head = `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n`;
  const wrong = await raw(
    server.address,
    `${head}Connection: close\r\nContent-Length: 1\r\n\r\n{`,
  );
  expect(statusesIn(wrong)).toEqual([100, 400]);
  const response = await send(
    `${head}Content-Length: ${limits.bodyBytes + 1}\r\n\r\n`,
  );
  expect(response.status).toBe(413);
  expect(response.body.error.code).toBe("payload_too_large");
  checkResponse("POST", "/v1/contacts", response);
});

test("a stranger and a key without the scope are not asked for the body that waits for a 100", async () => {
  const reader = await server.key(["contacts:read"]);
  for (const { secret, status } of [
    { secret: "contacts_live_x", status: 401 },
    { secret: reader, status: 403 },
  ]) {
    const text = await raw(
      server.address,
      `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(statusesIn(text)).toEqual([status]);
  }
});

test("a body of exactly the limit is read, whether it waits for a 100 or not", async () => {
  const body = "x".repeat(limits.bodyBytes);
  const head = `POST /v1/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n`;
  const waiting = await raw(
    server.address,
    `${head}Expect: 100-continue\r\n\r\n${body}`,
  );
  const usual = await raw(server.address, `${head}\r\n${body}`);
  expect(statusesIn(waiting)).toEqual([100, 400]); // as it is no JSON
  expect(statusesIn(usual)).toEqual([400]);
});

test("a body in chunks, of which there is none, is absent", async () => {
  const everything = await server.key(["*"]);
  const webhook = { url: "https://crm.example.com/", events: ["*"] };
  const { data } = (
    await server.call("/v1/webhooks", { key: everything, json: webhook })
  ).body;
  const response = await send(
    `PATCH /v1/webhooks/${data.id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${everything}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  );
  expect(response.status).toBe(400);
  expect(response.body.error?.code).toBe("missing_parameter");
});

test("a request without a key is refused before its body has come", async () => {
  const text = await raw(
    server.address,
    "POST /v1/contacts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{",
    1,
  );
  expect(statusesIn(text)).toEqual([401]);
});

test("a stop waits for no connection that has sent nothing", async () => {
  const { address, close } = await listen(
    (_request, response) => response.end(),
    createMemoryLimiter(),
  );
  const socket = await connectTo(address);
  socket.resume();
  await raw(address, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1); // the server has accepted what came before
  await close(2 ** 30);
});
