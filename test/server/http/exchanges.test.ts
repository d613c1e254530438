import { EventEmitter, once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import {
  createMemoryLimiter,
  type Limiter,
} from "../../../server/limits/limiter.ts";
import { checkResponse } from "../../support/check-response.ts";
import { connectTo, raw, sendBytes, statusesIn } from "../../support/raw.ts";
import { startServer } from "../../support/server.ts";
import { credentialsOf } from "../../support/world.ts";

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

/** The headers `Connection` of all responses in a text. */
const connectionsIn = (text: string) =>
  [...text.matchAll(/^Connection: ([\w-]+)/gm)].map(([, value]) => value);

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

test("a request that waits for its response gets it, whichever requests came before on its connection", async () => {
  const socket = await connectTo(server.address);
  for (const n of [1, 2, 3]) {
    socket.write(creation(`in.turn.${n}@example.com`));
    const [response] = (await once(socket, "data")) as [Buffer];
    expect(statusesIn(response.toString())).toEqual([201]);
  }
});

test("of requests that come at once on a connection the first runs, and its response ends the connection", async () => {
  const names = ["first", "second", "third"];
  const bytes = names.map((name) => creation(`${name}.at.once@example.com`));
  const text = await raw(server.address, bytes.join(""));
  expect(statusesIn(text)).toEqual([201]);
  expect(connectionsIn(text)).toEqual(["close"]);
  const created = names.map((name) => isThere(`${name}.at.once@example.com`));
  expect(await Promise.all(created)).toEqual([true, false, false]);
});

test("a request behind a response that is being sent does not run, and the response arrives whole", async () => {
  let ran = 0;
  const { address } = await serve((_request, response) => {
    ran++;
    response.write("first part, ");
    setImmediate(() => response.end("last part"));
  });
  const text = await raw(address, get.repeat(500));
  expect(statusesIn(text)).toEqual([200]);
  expect(text).toContain("last part");
  expect(ran).toBe(1);
});

test("a body that breaks while its request runs gets the last response, or ends one that is being sent", async () => {
  const running: ServerResponse[] = [];
  const app: RequestListener = (request, response) => {
    request.resume();
    running.push(response);
    if (request.url === "/sent") response.end();
  };
  const { address } = await serve(app);
  for (const { path, statuses } of [
    { path: "/waits", statuses: [400] },
    { path: "/sent", statuses: [200] },
  ]) {
    const socket = await connectTo(address);
    const ended = once(socket, "close");
    let text = "";
    socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
    socket.once("end", () => socket.destroy());
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`,
    );
    await expect.poll(() => running.at(-1)?.req.url).toBe(path);
    socket.write("no chunk\r\n");
    await ended;
    expect(statusesIn(text)).toEqual(statuses);
  }
});

test("when the process leaves, the response of a request that runs ends its connection, and so does that of the next one", async () => {
  const leaving = new AbortController();
  const running: ServerResponse[] = [];
  const app: RequestListener = (_request, response) => running.push(response);
  const { address } = await serve(app, { leaving: leaving.signal });
  const idle = await connectTo(address);
  idle.write(get);
  await expect.poll(() => running.length).toBe(1);
  running[0]?.end();
  const [kept] = (await once(idle, "data")) as [Buffer];
  expect(connectionsIn(kept.toString())).toEqual(["keep-alive"]);

  const busy = raw(address, get);
  await expect.poll(() => running.length).toBe(2);
  leaving.abort();
  running[1]?.end();
  expect(connectionsIn(await busy)).toEqual(["close"]);

  idle.write(get);
  await expect.poll(() => running.length).toBe(3);
  running[2]?.end();
  const [last] = (await once(idle, "data")) as [Buffer];
  expect(connectionsIn(last.toString())).toEqual(["close"]);
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

test("a client has 60 seconds to read a response", async () => {
  const body = Buffer.alloc(50 * 2 ** 20);
  const begun = new EventEmitter();
  const { address, sockets } = await serve((_request, response) => {
    response.end(body);
    begun.emit("response");
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = await connectTo(address);
  socket.pause().write(get);
  await once(begun, "response");

  vi.advanceTimersByTime(59_999);
  expect(sockets[0]?.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(sockets[0]?.destroyed).toBe(true);
});

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

test.each([
  {
    name: "what is no HTTP",
    head: "GARBAGE\r\n\r\n",
    status: 400,
  },
  { name: "CONNECT", head: line("CONNECT a:1"), status: 501 },
  {
    name: "two Hosts",
    head: post(["Host: b", `Content-Length: ${2 ** 25}`]),
    status: 400,
  },
  {
    name: "a body in another coding",
    head: post(["Transfer-Encoding: gzip, chunked"], "2000000\r\n"),
    status: 501,
  },
])(
  "a client that is refused for $name reads the response also when it first sends 32 MiB more",
  async ({ head, status }) => {
    const socket = await connectTo(server.address);
    socket.pause().write(head, "latin1");

    const error = await new Promise((sent) =>
      socket.write(Buffer.alloc(2 ** 25, "a"), sent),
    );

    expect(error ?? undefined).toBeUndefined();
    expect(statusesIn(await text(socket))).toEqual([status]);
  },
);

test("a refused client that never closes its side is cut off", async () => {
  const socket = await connectTo(server.address);
  socket.resume().write("GARBAGE\r\n\r\n");
  await once(socket, "end");
  const refusedAt = performance.now();
  // Our side stays open; a reset shows that theirs is closed.
  const probing = setInterval(() => socket.write("x"), 100);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(probing);
  // Two seconds, and what a busy machine adds.
  expect(performance.now() - refusedAt).toBeLessThan(10_000);
});
