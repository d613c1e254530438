import { EventEmitter, once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { connectTo, raw, statusesIn } from "../../support/raw.ts";
import { connectionsIn, startServerForBytes } from "./request-bytes.ts";

const { server, get, creation, isThere } = await startServerForBytes();

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
