import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { checkResponse } from "../../support/check-response.ts";
import { connectTo, raw, sendBytes, statusesIn } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);
const get = `GET /v1/contacts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

const isThere = async (email: string) =>
  (await server.call(`/v1/contacts?q=${encodeURIComponent(email)}`, { key }))
    .body.data.length === 1;

/** A creation with headers of its own, and its body. */
const post = (headers: string[], body = "") =>
  [
    "POST /v1/contacts HTTP/1.1",
    "Host: a",
    "Content-Type: application/json",
    `Authorization: Bearer ${key}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
/** The creation of a contact with this email. */
function creation(email: string): string {
  const body = JSON.stringify({ name: "Ana", email });
  return post([`Content-Length: ${body.length}`], body);
}
const chunked = (body: string) => post(["Transfer-Encoding: chunked"], body);
const read = (...headers: string[]) =>
  `${["GET /v1/contacts HTTP/1.1", ...headers].join("\r\n")}\r\n\r\n`;
const line = (line: string) => `${line} HTTP/1.1\r\nHost: a\r\n\r\n`;

const codes: Record<number, string> = {
  400: "malformed_request",
  431: "headers_too_large",
  501: "not_implemented",
};

describe("a request that is no proper HTTP gets the last response of its connection, and what follows does not run, behind", () => {
  test.each<[name: string, bytes: string, status?: number]>([
    ["no Host", read()],
    ["two Hosts", read("Host: a", "Host: b")],
    ["a Host that is none", read("Host: a b")],
    [
      "two keys",
      read(
        "Host: a",
        `Authorization: Bearer ${key}`,
        "authorization: Bearer x",
      ),
    ],
    [
      "two media types",
      read(
        "Host: a",
        "Content-Type: application/json",
        "Content-Type: text/plain",
      ),
    ],
    ["a broken header", read("Host: a", "bro ken")],
    ["NUL in a header", read("Host: a", "X-One: a\0b")],
    ["a target with a fragment", line("GET /v1/contacts?q=a#&limit=1")],
    ["a target that is not ASCII", line("GET /v1/contacts?q=a\xa0")],
    ["a target without a host", line("GET http://")],
    ["a target whose host is none", line("GET http://[/v1/contacts")],
    ["CONNECT", line("CONNECT a:1"), 501],
    ["a method that HTTP does not have", line("FOO /v1/contacts"), 501],
    ["a method that begins as another", line("GETS /v1/contacts"), 501],
    ["a method in small letters", line("get /v1/contacts"), 501],
    ["what cannot be a method", line("G@T /v1/contacts")],
    ["what is no HTTP", "GARBAGE\r\n\r\n"],
    [
      "a body in another coding",
      post(["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"),
      501,
    ],
    [
      "a body whose end nobody knows",
      post(["Transfer-Encoding: gzip"], "0\r\n\r\n"),
    ],
    [
      "chunks in HTTP/1.0",
      chunked("0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0"),
    ],
    [
      "a length and chunks",
      post(["Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    ],
    ["two lengths", post(["Content-Length: 4", "Content-Length: 5"], "{}  ")],
    [
      "two equal lengths",
      post(["Content-Length: 2", "Content-Length: 2"], "{}"),
    ],
    [
      "a coding that is empty",
      post(["Transfer-Encoding: , chunked"], "0\r\n\r\n"),
    ],
    ["lines without CR", line("GET /v1/contacts").replaceAll("\r", "")],
    ["a later version", "GET /v1/contacts HTTP/1.2\r\nHost: a\r\n\r\n"],
    ["a list of lengths", post(["Content-Length: 4, 4"], "{}  ")],
    ["a signed length", post(["Content-Length: +2"], "{}")],
    ["a length in hexadecimal", post(["Content-Length: 0x2"], "{}")],
    [
      "chunked twice",
      post(["Transfer-Encoding: chunked, chunked"], "0\r\n\r\n"),
    ],
    [
      "chunked before identity",
      post(["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"),
    ],
    ["a space before the colon", post(["Content-Length : 2"], "{}")],
    ["a folded header", post(["X-One: a", " Content-Length: 2"], "{}")],
    ["a chunk that is none", chunked("z\r\n")],
    [
      "a chunk size that overflows",
      chunked("FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
    ],
    ["a chunk that is longer than it says", chunked("2\r\n{}{}\r\n0\r\n\r\n")],
    [
      "20 kB of an extension of a chunk",
      chunked(`2;a=${"b".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    ],
    [
      "20 kB of trailers",
      chunked(`2\r\n{}\r\n0\r\nX-One: ${"b".repeat(20_000)}\r\n\r\n`),
      431,
    ],
    ["20 kB of a header", read("Host: a", `X: ${"x".repeat(20_000)}`), 431],
    [
      "thousands of headers",
      read("Host: a", ...Array.from({ length: 4000 }, (_, n) => `X-${n}: x`)),
      431,
    ],
    ["20 kB of a URL", line(`GET /v1/contacts?q=${"x".repeat(20_000)}`), 431],
  ])("%s", async (name, malformed, status = 400) => {
    const id = name.replaceAll(" ", ".");
    const [first, behind] = [
      `first.${id}@example.com`,
      `behind.${id}@example.com`,
    ];
    const text = await raw(
      server.address,
      creation(first) + malformed + creation(behind),
    );
    expect(statusesIn(text)).toEqual([201, status]);
    expect([await isThere(first), await isThere(behind)]).toEqual([
      true,
      false,
    ]);
    const alone = await sendBytes(malformed, server.address);
    expect([alone.status, alone.body.error.code]).toEqual([
      status,
      codes[status],
    ]);
    checkResponse("GET", "/nowhere", alone);
  });
});

test("HTTP/1.0 needs no Host, and a target may be absolute", async () => {
  const old = `GET /v1/contacts HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  expect(statusesIn(await raw(server.address, old))).toEqual([200]);
  for (const host of ["http://a", "HTTPS://b:1", "http://-0%@!"]) {
    expect(
      statusesIn(
        await raw(server.address, get.replace("/v1", `${host}/v1`), 1),
      ),
    ).toEqual([200]);
  }
  expect(
    statusesIn(
      await raw(server.address, get.replace("/v1/contacts", "http://a?q"), 1),
    ),
  ).toEqual([404]);
});

test.each([
  ["HTTP/2", "h2c"],
  ["WebSocket", "websocket"],
])(
  "a request that asks for %s gets its response, which ends the connection: what came behind in the same packet is not run",
  async (name, protocol) => {
    const upgrade = [
      "Connection: keep-alive, Upgrade",
      `Upgrade: ${protocol}`,
    ].join("\r\n");
    const asking = get.replace("Host: a", `Host: a\r\n${upgrade}`);
    const before = `before.${name}@example.com`.replace("/", "");
    const behind = `behind.${name}@example.com`.replace("/", "");
    const bytes = creation(before) + asking + creation(behind);
    const text = await raw(server.address, bytes);
    expect(statusesIn(text)).toEqual([201, 200]);
    expect(text.match(/^Connection: [\w-]+/gm)).toEqual([
      "Connection: keep-alive",
      "Connection: close",
    ]);
    expect([await isThere(before), await isThere(behind)]).toEqual([
      true,
      false,
    ]);
    // A body does not change that.
    const creating = creation(`own.${behind}`).replace(
      "Content-Length",
      `${upgrade}\r\nContent-Length`,
    );
    const created = await raw(server.address, creating + get);
    expect(statusesIn(created)).toEqual([201]);
  },
);

/** A server with an application of the test's own, and the sockets of its connections. */
async function serve(
  app: RequestListener,
  options?: Parameters<typeof listen>[2],
) {
  const sockets: Socket[] = [];
  const remember: RequestListener = (request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    app(request, response);
  };
  const { address, close } = await listen(
    remember,
    createMemoryLimiter(),
    options,
  );
  onTestFinished(() => close(0));
  return { address, sockets };
}

test("the requests of a connection run one after another", async () => {
  let [running, most] = [0, 0];
  const { address } = await serve((_request, response) => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.end();
    });
  });
  expect(statusesIn(await raw(address, get.repeat(50), 50))).toHaveLength(50);
  expect(most).toBe(1);
});

test("when the process leaves, the last response that a connection waits for ends it", async () => {
  const leaving = new AbortController();
  const app: RequestListener = (_request, response) =>
    setImmediate(() => {
      leaving.abort();
      response.end();
    });
  const { address } = await serve(app, { leaving: leaving.signal });
  const text = await raw(address, get.repeat(2));
  expect(text.match(/^Connection: [\w-]+/gm)).toEqual([
    "Connection: keep-alive",
    "Connection: close",
  ]);
});

test("what arrives behind a response that ends its connection does not run", async () => {
  const leaving = new AbortController();
  const running: ServerResponse[] = [];
  const app: RequestListener = (_request, response) => running.push(response);
  const { address, sockets } = await serve(app, { leaving: leaving.signal });
  const socket = await connectTo(address);
  socket.resume().write(get);
  await expect.poll(() => running.length).toBe(1);
  leaving.abort();
  socket.write(get);
  await expect.poll(() => sockets[0]?.bytesRead).toBe(2 * get.length);
  running[0]?.end();
  await once(socket, "end");
  expect(running).toHaveLength(1);
});

test("a connection with hundreds of requests that wait is cut off", async () => {
  let ran = 0;
  const { address, sockets } = await serve(() => ran++);
  expect(await raw(address, get.repeat(500))).toBe("");
  expect([ran, sockets[0]?.destroyed]).toEqual([1, true]);
});

test("a response that is not read in time is cut off", async () => {
  const body = Buffer.alloc(50 * 2 ** 20);
  const { address, sockets } = await serve(
    (_request, response) => response.end(body),
    {
      responseTimeout: 200,
    },
  );
  const socket = await connectTo(address);
  socket.pause().write(get);
  await expect.poll(() => sockets.length).toBe(1);
  if (sockets[0]?.destroyed === false) await once(sockets[0], "close");
});

test("a refused client that never closes its side is cut off", async () => {
  const socket = await connectTo(server.address);
  socket.resume().write("GARBAGE\r\n\r\n");
  await once(socket, "end");
  // Our side stays open; a reset tells that theirs is gone.
  const probing = setInterval(() => socket.write("x"), 100);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(probing);
});
