import { EventEmitter, once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import {
  createMemoryLimiter,
  type Limiter,
} from "../../../server/limits/limiter.ts";
import { checkResponse } from "../../support/check-response.ts";
import { connectTo, raw, sendBytes, statusesIn } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { credentialsOf } from "../../support/world.ts";
import {
  connectionsIn,
  line,
  read,
  startServerForBytes,
} from "./request-bytes.ts";

const { server, key, get, post, creation, isThere } =
  await startServerForBytes();

const chunked = (body: string) => post(["Transfer-Encoding: chunked"], body);

const codes: Record<number, string> = {
  400: "malformed_request",
  431: "headers_too_large",
  501: "not_implemented",
};

describe("a request that is no proper HTTP gets the last response of its connection, and nothing behind it runs", () => {
  test.each<{ name: string; bytes: string; status?: number }>([
    { name: "no Host", bytes: read() },
    { name: "two Hosts", bytes: read("Host: a", "Host: b") },
    { name: "a Host that is none", bytes: read("Host: a b") },
    {
      name: "two keys",
      bytes: read(
        "Host: a",
        `Authorization: Bearer ${key}`,
        "authorization: Bearer x",
      ),
    },
    {
      name: "two media types",
      bytes: read(
        "Host: a",
        "Content-Type: application/json",
        "Content-Type: text/plain",
      ),
    },
    { name: "a broken header", bytes: read("Host: a", "bro ken") },
    { name: "NUL in a header", bytes: read("Host: a", "X-One: a\0b") },
    {
      name: "a target with a fragment",
      bytes: line("GET /v1/contacts?q=a#&limit=1"),
    },
    {
      name: "a target that is not ASCII",
      bytes: line("GET /v1/contacts?q=a\xa0"),
    },
    { name: "a target without a host", bytes: line("GET http://") },
    {
      name: "a target whose host is none",
      bytes: line("GET http://[/v1/contacts"),
    },
    { name: "CONNECT", bytes: line("CONNECT a:1"), status: 501 },
    {
      name: "a method that HTTP does not have",
      bytes: line("FOO /v1/contacts"),
      status: 501,
    },
    {
      name: "a method that begins as another",
      bytes: line("GETS /v1/contacts"),
      status: 501,
    },
    {
      name: "a method in small letters",
      bytes: line("get /v1/contacts"),
      status: 501,
    },
    { name: "what cannot be a method", bytes: line("G@T /v1/contacts") },
    { name: "what is no HTTP", bytes: "GARBAGE\r\n\r\n" },
    {
      name: "a body in another coding",
      bytes: post(["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n"),
      status: 501,
    },
    {
      name: "a body whose end nobody knows",
      bytes: post(["Transfer-Encoding: gzip"], "0\r\n\r\n"),
    },
    {
      name: "chunks in HTTP/1.0",
      bytes: chunked("0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0"),
    },
    {
      name: "a length and chunks",
      bytes: post(
        ["Content-Length: 4", "Transfer-Encoding: chunked"],
        "0\r\n\r\n",
      ),
    },
    {
      name: "two lengths",
      bytes: post(["Content-Length: 4", "Content-Length: 5"], "{}  "),
    },
    {
      name: "two equal lengths",
      bytes: post(["Content-Length: 2", "Content-Length: 2"], "{}"),
    },
    {
      name: "a coding that is empty",
      bytes: post(["Transfer-Encoding: , chunked"], "0\r\n\r\n"),
    },
    {
      name: "lines without CR",
      bytes: line("GET /v1/contacts").replaceAll("\r", ""),
    },
    {
      name: "a later version",
      bytes: "GET /v1/contacts HTTP/1.2\r\nHost: a\r\n\r\n",
    },
    {
      name: "a list of lengths",
      bytes: post(["Content-Length: 4, 4"], "{}  "),
    },
    { name: "a signed length", bytes: post(["Content-Length: +2"], "{}") },
    {
      name: "a length in hexadecimal",
      bytes: post(["Content-Length: 0x2"], "{}"),
    },
    {
      name: "chunked twice",
      bytes: post(["Transfer-Encoding: chunked, chunked"], "0\r\n\r\n"),
    },
    {
      name: "chunked before identity",
      bytes: post(["Transfer-Encoding: chunked, identity"], "0\r\n\r\n"),
    },
    {
      name: "a space before the colon",
      bytes: post(["Content-Length : 2"], "{}"),
    },
    {
      name: "a folded header",
      bytes: post(["X-One: a", " Content-Length: 2"], "{}"),
    },
    { name: "a chunk that is none", bytes: chunked("z\r\n") },
    {
      name: "a chunk size that overflows",
      bytes: chunked("FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n"),
    },
    {
      name: "a chunk that is longer than it says",
      bytes: chunked("2\r\n{}{}\r\n0\r\n\r\n"),
    },
    {
      name: "20 kB of an extension of a chunk",
      bytes: chunked(`2;a=${"b".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    },
    {
      name: "20 kB of trailers",
      bytes: chunked(`2\r\n{}\r\n0\r\nX-One: ${"b".repeat(20_000)}\r\n\r\n`),
      status: 431,
    },
    {
      name: "20 kB of a header",
      bytes: read("Host: a", `X: ${"x".repeat(20_000)}`),
      status: 431,
    },
    {
      name: "thousands of headers",
      bytes: read(
        "Host: a",
        ...Array.from({ length: 4000 }, (_, n) => `X-${n}: x`),
      ),
      status: 431,
    },
    {
      name: "20 kB of a URL",
      bytes: line(`GET /v1/contacts?q=${"x".repeat(20_000)}`),
      status: 431,
    },
  ])("$name", async ({ name, bytes: malformed, status = 400 }) => {
    const id = name.replaceAll(" ", ".");
    const first = `first.${id}@example.com`;
    const behind = `behind.${id}@example.com`;
    const refused = await sendBytes(
      malformed + creation(behind),
      server.address,
    );
    expect(refused.status).toEqual(status);
    expect(refused.body.error.code).toEqual(codes[status]);
    checkResponse("GET", "/nowhere", refused);
    // Behind a request, it ends the connection.
    const text = await raw(
      server.address,
      creation(first) + malformed + creation(behind),
    );
    // When it arrives after the response to the request, it gets its own.
    expect([[201], [201, status]]).toContainEqual(statusesIn(text));
    expect(connectionsIn(text).at(-1)).toBe("close");
    expect(await isThere(first)).toBe(true);
    expect(await isThere(behind)).toBe(false);
  });
});

test("HTTP/1.0 needs no Host, and a target may be absolute", async () => {
  const old = `GET /v1/contacts HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  expect(statusesIn(await raw(server.address, old))).toEqual([200]);
  const byAddress = get.replace("Host: a", "Host: [::1]:3000");
  expect(statusesIn(await raw(server.address, byAddress, 1))).toEqual([200]);
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
  { name: "HTTP/2", protocol: "h2c" },
  { name: "WebSocket", protocol: "websocket" },
])(
  "a request that asks for $name gets its response, which ends the connection: what came behind in the same packet is not run",
  async ({ name, protocol }) => {
    const upgrade = [
      "Connection: keep-alive, Upgrade",
      `Upgrade: ${protocol}`,
    ].join("\r\n");
    const asking = get.replace("Host: a", `Host: a\r\n${upgrade}`);
    const behind = `behind.${name}@example.com`.replace("/", "");
    const text = await raw(server.address, asking + creation(behind));
    expect(statusesIn(text)).toEqual([200]);
    expect(connectionsIn(text)).toEqual(["close"]);
    expect(await isThere(behind)).toBe(false);
    // A body does not change that.
    const creating = creation(`own.${behind}`).replace(
      "Content-Length",
      `${upgrade}\r\nContent-Length`,
    );
    const created = await raw(server.address, creating + get);
    expect(statusesIn(created)).toEqual([201]);
    expect(connectionsIn(created)).toEqual(["close"]);
  },
);

test.each<{ name: string; bytes: string }>([
  { name: "two Hosts", bytes: read("Host: a", "Host: b", "LANGUAGE") },
  {
    name: "an unknown transfer coding",
    bytes: post(["Transfer-Encoding: gzip, chunked", "LANGUAGE"]),
  },
  {
    name: "another tunnel",
    bytes: "CONNECT a:1 HTTP/1.1\r\nHost: a\r\nLANGUAGE\r\n\r\n",
  },
  {
    name: "a chunk that is none",
    bytes: `${post(["Transfer-Encoding: chunked", "LANGUAGE"])}no chunk\r\n`,
  },
])(
  "the last response of a connection, to $name, is in the language that its request prefers",
  async ({ bytes }) => {
    const messageIn = async (language: string) => {
      const header = `Accept-Language: ${language}`;
      const sent = bytes.replace("LANGUAGE", header);
      return (await sendBytes(sent, server.address)).body.error.message;
    };
    expect(await messageIn("en")).toMatch(/\bthe\b/i);
    expect(await messageIn("es")).toMatch(/\b(el|la)\b/i);
    expect(await messageIn("fr")).toBe(await messageIn("es"));
  },
);

test("a request whose body is cut off before it is read does not run with an empty one", async () => {
  // Given a request that waits for the count of its rate limit until its client has sent half of the body.
  const memory = createMemoryLimiter();
  const counting = new EventEmitter<{ begun: []; cut: []; ran: [] }>();
  const isCut = once(counting, "cut");
  const steps = [isCut, once(counting, "ran")];
  const limiter: Limiter = {
    ...memory,
    consume: async (subject, limit) => {
      const [step] = steps.splice(0, 1);
      counting.emit(steps.length > 0 ? "begun" : "cut"); // by the refusal
      await step;
      return memory.consume(subject, limit);
    },
  };
  const own = await startServer({ limiter });
  const { token } = await credentialsOf(own, "test").token();
  const socket = await connectTo(own.address);

  const path = "/v1/messenger/sessions";
  const begun = once(counting, "begun");
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Length: 20\r\n\r\n{"name":`,
  );
  await begun;
  socket.end();
  await isCut;
  await own.call(path, { key: token, json: {} }); // which takes longer than what is left of the other
  counting.emit("ran");

  const response = await text(socket);
  expect(statusesIn(response)).toEqual([400]);
  expect(response).toContain("malformed_request");
});
