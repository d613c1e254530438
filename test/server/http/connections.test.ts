import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "../../../server/http/connections.ts";
import { connectTo, listenLocally } from "../../support/raw.ts";

/** A server that never responds and holds 16 connections, four of each address. Gives a function that makes more of them, and its first request. */
async function serve(isProxy: (address: string) => boolean) {
  const server = createServer(() => undefined);
  limitConnections(server, isProxy, 16);
  const address = `http://${await listenLocally(server)}`;
  const connectFrom = async (from: string, count: number) => {
    const sockets = await Promise.all(Array.from({ length: count }, () => connectTo(address, from)));
    for (const socket of sockets) {
      onTestFinished(() => void socket.destroy());
      socket.resume().on("end", () => socket.destroy());
    }
    return sockets;
  };
  return { connectFrom, requested: once(server, "request") };
}

const held = (sockets: Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

test("an address has its share of the connections, and gets one back for each that it closes", async () => {
  const { connectFrom } = await serve(() => false);
  const sockets = await connectFrom("127.0.0.1", 9);
  await expect.poll(() => held(sockets)).toBe(4);
  const others = await connectFrom("127.0.0.2", 4);
  for (const socket of sockets) socket.destroy();
  const more = await connectFrom("127.0.0.1", 6);
  await expect.poll(() => held(more)).toBe(4);
  expect(held(others)).toBe(4);
});

test("a proxy has as many as there are; then the one without a request for the longest time makes room", async () => {
  const { connectFrom, requested } = await serve((address) => address === "127.0.0.3");
  const [first, ...others] = await connectFrom("127.0.0.3", 16);
  const [newcomer] = await connectFrom("127.0.0.4", 1);
  await expect.poll(() => first?.destroyed).toBe(true);
  others[0]?.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"); // which the server does not respond to
  await requested;
  await connectFrom("127.0.0.3", 1);
  await expect.poll(() => others[1]?.destroyed).toBe(true);
  expect([others[0]?.destroyed, newcomer?.destroyed]).toEqual([false, false]);
  expect(held(others)).toBe(14);
});
