import { createServer, STATUS_CODES, type Server } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ApiError } from "./contract/api-error.ts";
import type { Limiter } from "./limiter.ts";
import { clientOf, rateLimitHeaders } from "./middleware/rate-limit.ts";
import { newId } from "./store/ids.ts";

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:3000` */
  address: string;
  /** Takes no new request, lets those in flight finish, cuts off what is left after `grace` milliseconds. */
  close: (grace?: number) => Promise<void>;
}

/** Listens with an application. Requests that Node itself refuses get the contract's error body as well. */
export async function listen(
  app: RequestListener,
  limiter: Limiter,
  { port = 0, host = "127.0.0.1" } = {},
): Promise<Listening> {
  const server = createServer(app);
  // Without a listener Node answers an unknown expectation itself, without our headers.
  server.on("checkExpectation", app);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    void refuse(error, socket, limiter);
  });
  server.on("connect", (_request, socket: Socket) => {
    void refuse({ code: "CONNECT" }, socket, limiter);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return { address: `http://${name}:${bound.port}`, close: (grace = 10_000) => close(server, grace) };
}

async function refuse(
  { code }: { code?: string | undefined },
  socket: Socket,
  limiter: Limiter,
): Promise<void> {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = new ApiError(refusals[code ?? ""] ?? "malformed_request", {});
  const body = JSON.stringify(error);
  const headers = {
    ...rateLimitHeaders(await limiter.consume(clientOf(socket.remoteAddress))),
    "X-Request-Id": newId("req"),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
}

const refusals: Record<string, "headers_too_large" | "request_timeout"> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

async function close(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle after its last answer; Node closes only those idle now.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
