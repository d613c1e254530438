import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limitConnections } from "../../../server/http/connections.ts";
import { connectTo } from "../../support/raw.ts";

/** A server that holds 16 connections, four of each address. Gives a function that makes more of them. */
async function serve(isProxy: (address: string) => boolean) {
  const server = createServer();
  limitConnections(server, isProxy, 16);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (from: string, count: number) => {
    const sockets = await Promise.all(Array.from({ length: count }, () => connectTo(address, from)));
    for (const socket of sockets) {
      onTestFinished(() => void socket.destroy());
      socket.resume().on("end", () => socket.destroy());
    }
    return sockets;
  };
}

const held = (sockets: Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

test("an address has its share of the connections, and gets one back for each that it closes", async () => {
  const connectFrom = await serve(() => false);
  const sockets = await connectFrom("127.0.0.1", 9);
  await expect.poll(() => held(sockets)).toBe(4);
  const others = await connectFrom("127.0.0.2", 4);
  for (const socket of sockets) socket.destroy();
  const more = await connectFrom("127.0.0.1", 6);
  await expect.poll(() => held(more)).toBe(4);
  expect(held(others)).toBe(4);
});

test("a proxy has as many as there are", async () => {
  const connectFrom = await serve((address) => address === "127.0.0.3");
  const sockets = await connectFrom("127.0.0.3", 20);
  await expect.poll(() => held(sockets)).toBe(16);
});
