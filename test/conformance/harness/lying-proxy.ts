import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A request on its way through a proxy. */
export interface Passing {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A response on its way back. */
export interface Returning {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a proxy does with a request: `forward` sends one to the server. */
export type Tell = (
  request: Passing,
  forward: (request: Passing) => Promise<Returning>,
) => Promise<Returning>;

/** A proxy in front of a server that may change requests and responses. */
export async function startProxy(
  address: string,
  tell: Tell,
): Promise<{ address: string; stop: () => void }> {
  const forward = (request: Passing) => send(address, request);
  const server = createServer((request, response) => {
    void read(request)
      .then((passing) => tell(passing, forward))
      .then((returning) => write(response, returning, request.method === "HEAD"))
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Headers that belong to one connection, and those that fetch writes itself. */
const ofConnection = new Set([
  "connection",
  "host",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "expect",
]);

async function read(request: IncomingMessage): Promise<Passing> {
  const headers = Object.entries(request.headers).filter(([name]) => !ofConnection.has(name));
  return {
    method: request.method ?? "GET",
    path: request.url ?? "/",
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: await buffer(request),
  };
}

async function send(address: string, { method, path, headers, body }: Passing): Promise<Returning> {
  const response = await fetch(address + path, {
    method,
    headers,
    body: body.length > 0 ? new Uint8Array(body) : null,
  });
  const passed = [...response.headers].filter(([name]) => !ofConnection.has(name) || method === "HEAD");
  return { status: response.status, headers: Object.fromEntries(passed), body: await response.text() };
}

function write(response: ServerResponse, { status, headers, body }: Returning, isHead: boolean): void {
  if (isHead) response.writeHead(status, withoutConnection(headers)).end();
  else response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

const withoutConnection = ({ connection: _, "keep-alive": __, ...headers }: Record<string, string>) =>
  headers;
