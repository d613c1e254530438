import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { createClient, type Client, type ClientOptions } from "../../client/index.ts";
import { listenLocally } from "../support/raw.ts";

/** Starts a server that is none of ours, for what ours never sends. Gives its address. */
export const startLocalServer = async (listener: RequestListener): Promise<string> =>
  `http://${await listenLocally(createServer(listener), afterAll)}`;

/** A client of a server that is none of ours. */
export const clientOf = async (listener: RequestListener, options: ClientOptions = {}): Promise<Client> =>
  createClient({ apiKey: "contacts_live_x", baseUrl: await startLocalServer(listener), ...options });

/** A page of a list with nothing in it. */
export const emptyPage = JSON.stringify({ data: [], next_cursor: null, has_more: false });

/** What a call throws. Fails when it throws nothing. */
export const thrown = async (call: Promise<unknown>): Promise<unknown> => {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "rejected") return outcome.reason;
  throw new Error(`It gave ${JSON.stringify(outcome.value)}.`);
};

/** What can happen to a request. The server has done its work when the connection is cut after its response. */
export type Fault = "cut before" | "cut after" | 404 | 502 | 503 | "silent";

/** What stands between a client and a server, and can go away: its address stays. */
export interface FlakyProxy {
  address: string;
  close: () => Promise<void>;
  open: () => Promise<void>;
}

const unavailable = JSON.stringify({ error: { code: "service_unavailable", message: "m" } });

/** Opens a proxy to a server that breaks the requests which `faultOf` names a fault for. */
export async function openFlakyProxy(
  server: string,
  faultOf: (request: IncomingMessage) => Fault | undefined,
): Promise<FlakyProxy> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url, headers } = request;
    const fault = faultOf(request);
    const body = Buffer.concat(await request.toArray());
    if (fault === "silent") return;
    if (fault === "cut before") return void request.socket.destroy();
    if (fault === 503) return void response.writeHead(503, { "Retry-After": "1" }).end(unavailable);
    if (typeof fault === "number") return void response.writeHead(fault).end("<h1>Deploying</h1>");
    const sent = ["authorization", "content-type", "idempotency-key"].flatMap((name): [string, string][] =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    );
    const upstream = await fetch(server + url, {
      method,
      headers: sent,
      body: body.length > 0 ? body : null,
    });
    const text = await upstream.text();
    if (fault === "cut after") return void request.socket.destroy();
    response.writeHead(upstream.status, Object.fromEntries(upstream.headers)).end(text);
  }

  const way = createServer((request, response) => void pass(request, response));
  let port = 0;
  const open = async () => {
    await once(way.listen(port, "127.0.0.1"), "listening");
    port = (way.address() as AddressInfo).port;
  };
  const close = async () => {
    way.closeAllConnections();
    if (way.listening) await new Promise((resolve) => way.close(resolve));
  };
  await open();
  afterAll(close);
  return { address: `http://127.0.0.1:${port}`, open, close };
}
