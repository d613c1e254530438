import express from "express";
import { once } from "node:events";
import { createServer } from "node:http";
import { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import type { Caller } from "../../../server/auth/caller.ts";
import { backpressure } from "../../../server/http/backpressure.ts";
import {
  descriptors,
  limitConnections,
} from "../../../server/http/connections.ts";
import { listen } from "../../../server/http/listen.ts";
import { createMemoryLimiter } from "../../../server/limits/limiter.ts";
import { connectTo, listenLocally } from "../../support/raw.ts";

/**
 * A server that never responds and holds 16 connections, four of each address. Returns a function
 * that makes more of them, and its first request.
 */
async function serve(isProxy: (address: string) => boolean) {
  const server = createServer(() => undefined);
  server.on("clientError", () => undefined); // a refused client may leave its side open
  limitConnections(server, isProxy, 16);
  const address = `http://${await listenLocally(server)}`;
  const connectFrom = async (from: string, count: number) => {
    const sockets = await Promise.all(
      Array.from({ length: count }, () => connectTo(address, from)),
    );
    for (const socket of sockets)
      socket.resume().on("end", () => socket.destroy());
    return sockets;
  };
  const requested = once(server, "request");
  const refused = once(server, "clientError");
  return { connectFrom, requested, refused };
}

const openCount = (sockets: Socket[]) =>
  sockets.filter(({ destroyed }) => !destroyed).length;

test("an address has its share of the connections, and gets one back for each that it closes", async () => {
  const { connectFrom, refused } = await serve(() => false);
  const sockets = await connectFrom("127.0.0.1", 9);
  await expect.poll(() => openCount(sockets)).toBe(4);
  const otherSockets = await connectFrom("127.0.0.2", 4);
  for (const socket of sockets) socket.destroy();
  const more = await connectFrom("127.0.0.1", 6);
  await expect.poll(() => openCount(more)).toBe(4);
  expect(openCount(otherSockets)).toBe(4);
  otherSockets[0]?.write("GARBAGE\r\n\r\n");
  await refused;
  const [last] = await connectFrom("127.0.0.2", 1);
  await expect.poll(() => last?.destroyed).toBe(true);
});

test("a proxy has as many as there are; then the one without a request for the longest time makes room", async () => {
  const { connectFrom, requested } = await serve(
    (address) => address === "127.0.0.3",
  );
  const [first, ...others] = await connectFrom("127.0.0.3", 16);
  const [newcomer] = await connectFrom("127.0.0.4", 1);
  await expect.poll(() => first?.destroyed).toBe(true);
  others[0]?.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"); // which the server does not respond to
  await requested;
  await connectFrom("127.0.0.3", 1);
  await expect.poll(() => others[1]?.destroyed).toBe(true);
  expect(others[0]?.destroyed).toBe(false);
  expect(newcomer?.destroyed).toBe(false);
  expect(openCount(others)).toBe(14);
});

test.skipIf(descriptors() < 2 * 4096)(
  "a server has 4,096 connections, however many descriptors the system gives it",
  () => {
    const server = createServer();
    limitConnections(server, () => true);
    const sockets = Array.from({ length: 4097 }, () => new Socket());
    const [newest = expect.unreachable(), ...others] = sockets.toReversed();
    const oldest = others.at(-1);

    for (const socket of others.toReversed()) server.emit("connection", socket);
    expect(openCount(others)).toBe(4096);
    server.emit("connection", newest);

    expect(openCount(sockets)).toBe(4096);
    expect(oldest?.destroyed).toBe(true);
  },
);

test("a request that expects 100 Continue keeps its connection when others need one", async () => {
  const requests = createServer(() => undefined);
  requests.on("checkContinue", () => undefined);
  limitConnections(requests, () => true, 2);
  const address = `http://${await listenLocally(requests)}`;
  const [busy, idle] = [await connectTo(address), await connectTo(address)];
  for (const socket of [busy, idle]) socket.resume();
  const requested = once(requests, "checkContinue");
  busy.write(
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}",
  );
  await requested;

  await connectTo(address);

  await expect.poll(() => idle.readableEnded).toBe(true);
  expect(busy.readableEnded).toBe(false);
});

test("a request whose client left before the response leaves nothing in memory", async () => {
  const responses: WeakRef<object>[] = [];
  const app = express()
    .use(backpressure())
    .get("/", (_request, response) => {
      responses.push(new WeakRef(response));
      response.once("close", () => response.end("late"));
    });
  const { address, close } = await listen(app, createMemoryLimiter());
  onTestFinished(() => close(0));

  for (let count = 1; count <= 5; count++) {
    const socket = await connectTo(address);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await expect.poll(() => responses.length).toBe(count);
    socket.destroy();
  }

  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const kept = () => {
    collect();
    return responses.filter((response) => response.deref() !== undefined);
  };
  await expect.poll(kept).toEqual([]);
});

const size = 32 * 2 ** 20;
const large = Buffer.alloc(size);

/** An application whose responses are large: of a workspace, when the path names one. */
async function serveLargeResponses(step = backpressure(4.5 * size)) {
  const open = new Map<string, boolean>();
  const app = express()
    .set("trust proxy", true)
    .use(step)
    .get("/:name{/:workspace}", ({ socket, params }, response) => {
      const { name, workspace } = params;
      open.set(name, true);
      socket.once("close", () => open.set(name, false));
      if (workspace !== undefined) response.locals.caller = callerOf(workspace);
      response.end(large);
    });
  const { address, close } = await listen(app, createMemoryLimiter());
  onTestFinished(() => close(0));
  /** Asks for a response, and reads nothing of it. */
  const ask = async (from: string, name: string, workspace = "") => {
    const socket = await connectTo(address);
    const path = workspace === "" ? `/${name}` : `/${name}/${workspace}`;
    socket
      .pause()
      .write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${from}\r\n\r\n`,
      );
    await expect.poll(() => open.has(name)).toBe(true);
  };
  const read = async (from: string, name: string) => {
    const headers = { "X-Forwarded-For": from };
    const response = await fetch(`${address}/${name}`, { headers });
    return (await response.arrayBuffer()).byteLength;
  };
  return { open, ask, read };
}

function callerOf(workspaceId: string): Caller {
  const owner = {
    id: "key",
    hash: "",
    workspaceId,
    isSuspended: false,
    scopes: [],
    lifetime: null,
  };
  return { ...owner, scheme: "apiKey", isShared: false, owner };
}

test("responses that were read count no longer: a slow reader beside them keeps its connection", async () => {
  const { open, ask, read } = await serveLargeResponses();
  await ask("10.0.0.1", "slow");

  for (const name of ["a", "b", "c", "d", "e"])
    expect(await read("10.0.0.1", name)).toBe(size);

  expect(open.get("slow")).toBe(true);
});

test("a workspace has the sum of what its keys leave unread, whatever addresses they send from", async () => {
  const { open, ask } = await serveLargeResponses();
  for (const name of ["modest1", "modest2"])
    await ask("10.0.0.1", name, "ws_modest");

  for (const n of [1, 2, 3])
    await ask(`10.0.1.${n}`, `greedy${n}`, "ws_greedy");

  await expect
    .poll(() => Object.fromEntries(open))
    .toEqual({
      modest1: true,
      modest2: true,
      greedy1: false,
      greedy2: true,
      greedy3: true,
    });
});

test("a server keeps less than 256 MiB of unread responses", async () => {
  const { open, ask } = await serveLargeResponses(backpressure());
  for (const name of ["1", "2", "3", "4", "5", "6", "7"])
    await ask("10.0.0.1", name);
  expect([...open.values()]).toEqual(Array(7).fill(true));

  await ask("10.0.0.1", "8"); // with its headers, more than 256 MiB in all

  await expect.poll(() => open.get("1")).toBe(false);
  expect(open.get("8")).toBe(true);
});

test("over the limit, who has most unread bytes loses the responses that have waited longest, and nobody else", async () => {
  const { open, ask, read } = await serveLargeResponses();
  await ask("10.0.0.1", "modest");
  for (const name of ["a", "b", "c", "d", "e"]) await ask("10.0.0.2", name);
  const left = { modest: true, a: false, b: false, c: true, d: true, e: true };
  await expect.poll(() => Object.fromEntries(open)).toEqual(left);
  // A response that is read leaves room for others.
  expect(await read("10.0.0.2", "whole")).toBe(size);
});
