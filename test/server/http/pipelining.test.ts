import { once } from "node:events";
import type { RequestListener } from "node:http";
import type { Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { connectTo, raw, statusesIn } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";

const server = await startServer();
const key = await server.key(["*"]);
const get = `GET /v1/contacts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;

/** A request that creates a contact with this email, and more headers. */
function creation(email: string, ...headers: string[]): string {
  const body = JSON.stringify({ name: "Ana", email });
  return [
    "POST /v1/contacts HTTP/1.1",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
}
const isThere = async (email: string) =>
  (await server.call(`/v1/contacts?q=${encodeURIComponent(email)}`, { key })).body.data.length === 1;

describe("the last response of a connection is 400, and what follows does not run, behind", () => {
  test.each([
    ["a request without Host", "GET /v1/contacts HTTP/1.1\r\n\r\n"],
    ["a request with two Hosts", "GET /v1/contacts HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["a request with a Host that is none", "GET /v1/contacts HTTP/1.1\r\nHost: a b\r\n\r\n"],
    [
      "a body in another coding",
      "POST /v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "a request with two keys",
      `GET /v1/contacts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nauthorization: Bearer x\r\n\r\n`,
    ],
    [
      "a request with two media types",
      "GET /v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n\r\n",
    ],
    ["a target with a fragment", "GET /v1/contacts?q=a#&limit=1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a target that is not ASCII", "GET /v1/contacts?q=a\xa0 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a target without a host", "GET http:// HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a host that is none", "GET http://[/v1/contacts HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["CONNECT", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["what is no HTTP", "GARBAGE\r\n\r\n"],
    [
      "a chunk that is none",
      "POST /v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
    ],
  ])("%s", async (name, malformed) => {
    const id = name.replaceAll(" ", ".");
    const [first, behind] = [`first.${id}@example.com`, `behind.${id}@example.com`];
    const text = await raw(
      server.address,
      creation(first, "Host: a") + malformed + creation(behind, "Host: a"),
    );
    expect(statusesIn(text)).toEqual([201, 400]);
    expect([await isThere(first), await isThere(behind)]).toEqual([true, false]);
    const [status, ...more] = statusesIn(await raw(server.address, malformed));
    // A request that has no key may get its 401 before the rest of it turns out to be broken.
    expect([name === "a chunk that is none" && status === 401 ? 400 : status, more]).toEqual([400, []]);
  });
});

test("HTTP/1.0 needs no Host, and a target may be absolute", async () => {
  const old = `GET /v1/contacts HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  expect(statusesIn(await raw(server.address, old))).toEqual([200]);
  for (const host of ["http://a", "HTTPS://b:1", "http://-0%@!"]) {
    expect(statusesIn(await raw(server.address, get.replace("/v1", `${host}/v1`), 1))).toEqual([200]);
  }
  expect(statusesIn(await raw(server.address, get.replace("/v1/contacts", "http://a?q"), 1))).toEqual([404]);
});

/** A server with an application of the test's own, and the sockets of its connections. */
async function serve(app: RequestListener, options?: Parameters<typeof listen>[2]) {
  const sockets: Socket[] = [];
  const remember: RequestListener = (request, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket);
    app(request, response);
  };
  const { address, close } = await listen(remember, createMemoryLimiter(), options);
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

test("a connection with hundreds of requests that wait is cut off", async () => {
  let ran = 0;
  const { address, sockets } = await serve(() => ran++);
  expect(await raw(address, get.repeat(500))).toBe("");
  expect([ran, sockets[0]?.destroyed]).toEqual([1, true]);
});

test("a response that is not read in time is cut off", async () => {
  const body = Buffer.alloc(50 * 2 ** 20);
  const { address, sockets } = await serve((_request, response) => response.end(body), {
    responseTimeout: 200,
  });
  const socket = await connectTo(address);
  onTestFinished(() => void socket.destroy());
  socket.pause().write(get);
  await expect.poll(() => sockets.length).toBe(1);
  if (sockets[0]?.destroyed === false) await once(sockets[0], "close");
});

test("a refused client that never closes its side is cut off", async () => {
  const socket = await connectTo(server.address);
  onTestFinished(() => void socket.destroy());
  socket.resume().write("GARBAGE\r\n\r\n");
  await once(socket, "end");
  // Our side stays open; a reset tells that theirs is gone.
  const probing = setInterval(() => socket.write("x"), 100);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(probing);
});
