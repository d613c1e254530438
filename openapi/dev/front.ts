import express from "express";
import { once } from "node:events";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { messageOf } from "../options.ts";
import type { LiveDocs } from "./live-docs.ts";

/** A server, and the id of its contract. */
interface Target {
  address: string;
  id: string;
}

/** A proxy with a constant address, while servers change behind it. */
export interface Front {
  address: string;
  /**
   * Makes new requests wait for the next server. Resolves when earlier requests have their
   * responses.
   */
  hold: () => Promise<void>;
  /** Sends new requests to this server. Resolves when earlier requests have their responses. */
  use: (target: Target | undefined) => Promise<void>;
  stop: () => void;
}

/** The maximal wait for the last responses of a replaced server. */
const maxDrainMs = 3000;

/**
 * Serves the docs, and forwards all other requests. Each response has the id of its contract in
 * `X-Contract`.
 */
export async function createFront(
  docs: LiveDocs,
  host: string,
  port: number,
): Promise<Front> {
  let target: Promise<Target | undefined> = Promise.resolve(undefined);
  let decide = (_: Target | undefined): void => undefined;
  let open = new Set<Promise<unknown>>();
  const drained = async () => {
    const before = open;
    open = new Set();
    await Promise.race([
      Promise.all(before),
      setTimeout(maxDrainMs, undefined, { ref: false }),
    ]);
  };
  const app = express().disable("x-powered-by").use("/docs", docs.router);
  app.use((request, response) => {
    void target.then((found) => {
      if (!found)
        return refuse(
          response,
          503,
          "No server runs yet: the terminal says why.",
        );
      const current = open;
      const closed = once(response, "close").finally(() =>
        current.delete(closed),
      );
      current.add(closed);
      forward(request, response, found);
    });
  });
  const server = createServer(app);
  const address = await listen(server, host, port);
  return {
    address,
    hold: () => {
      target = new Promise((done) => (decide = done));
      return drained();
    },
    use: (next) => {
      decide(next);
      target = Promise.resolve(next);
      return drained();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Listens on a port of a host.
 * @returns the address, e.g. `http://127.0.0.1:3000`
 * @throws Error that names the settings to change
 */
async function listen(
  server: Server,
  host: string,
  port: number,
): Promise<string> {
  server.listen(port, host);
  await once(server, "listening").catch((error: unknown) => {
    throw new Error(
      `Port ${port} of ${host} cannot be used: ${messageOf(error)}. Set PORT or HOST to others.`,
    );
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${name}:${bound.port}`;
}

/** Forwards a request to the server that runs now, and its response to the browser. */
function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { address, id }: Target,
): void {
  const { method = "GET", url = "/", rawHeaders } = request;
  // A new connection for each request: a server that ends would close a kept one.
  const forwarded = send(address, {
    method,
    path: url,
    headers: rawHeaders,
    agent: false,
  });
  forwarded.once("response", (received) => {
    const headers = received.rawHeaders.flatMap((name, i) =>
      i % 2 === 0 && !connectionHeaders.test(name)
        ? [[name, received.rawHeaders[i + 1] ?? ""]]
        : [],
    );
    response.writeHead(received.statusCode ?? 502, received.statusMessage, [
      ...headers,
      ["X-Contract", id],
    ]);
    received.pipe(response);
  });
  forwarded.once("error", () =>
    refuse(response, 502, "The server ended before it responded."),
  );
  response.once("close", () => forwarded.destroy());
  request.pipe(forwarded);
}

const connectionHeaders = /^(connection|keep-alive)$/i;

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response
    .writeHead(status, { "Content-Type": "text/plain", "Retry-After": "1" })
    .end(`${text}\n`);
}
