import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** Starts a server that is none of ours, for what ours never sends. Gives its address. */
export async function startLocalServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A page of a list with nothing in it. */
export const emptyPage = JSON.stringify({ data: [], next_cursor: null, has_more: false });
