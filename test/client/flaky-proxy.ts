import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll } from "vitest";
import { listenLocally } from "../support/raw.ts";

/** What can happen to a request. The server has done its work when the connection is cut after its response. */
export type Fault = "cut before" | "cut after" | 502 | 503 | "silent";

const unavailable = JSON.stringify({ error: { code: "service_unavailable", message: "m" } });

/** Stands between a client and a server, and breaks the requests that `faultOf` names a fault for. Gives its address. */
export async function startFaultyWay(
  server: string,
  faultOf: (request: IncomingMessage) => Fault | undefined,
): Promise<string> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    const fault = faultOf(request);
    const body = Buffer.concat(await request.toArray());
    if (fault === "silent") return;
    if (fault === "cut before") return void request.socket.destroy();
    if (fault === 502)
      return void response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>Bad</h1>");
    if (fault === 503)
      return void response
        .writeHead(503, { "Retry-After": "1", "Content-Type": "application/json" })
        .end(unavailable);
    const { authorization = "", "content-type": type, "idempotency-key": key } = headers;
    const upstream = await fetch(server + url, {
      method: method ?? "",
      headers: {
        authorization,
        ...(type && { "content-type": type }),
        ...(typeof key === "string" && { "idempotency-key": key }),
      },
      body: method === "GET" ? null : body,
    });
    const text = await upstream.text();
    if (fault === "cut after") return void request.socket.destroy();
    response.writeHead(upstream.status, Object.fromEntries(upstream.headers)).end(text);
  }

  const way = createServer((request, response) => void pass(request, response));
  return `http://${await listenLocally(way, afterAll)}`;
}
