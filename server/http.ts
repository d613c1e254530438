import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ApiError } from "./contract/api-error.ts";
import type { Limiter } from "./limiter.ts";
import { fixedHeaders } from "./middleware/answer.ts";
import { clientOf, rateLimitHeaders } from "./middleware/rate-limit.ts";
import { newId } from "./store/ids.ts";

/** A server that listens. */
export interface Listening {
  /** `http://127.0.0.1:3000` */
  address: string;
  /** Takes no new request, lets those in flight finish, cuts off what is left after `grace` milliseconds. */
  close: (grace?: number) => Promise<void>;
}

/**
 * Listens with an application. Requests that Node itself refuses get the contract's error body as well; so does one
 * that has not arrived whole after `requestTimeout` milliseconds. Once the process is `leaving`, answers ask for a new
 * connection, which leads elsewhere.
 */
export async function listen(
  app: RequestListener,
  limiter: Limiter,
  {
    port = 0,
    host = "127.0.0.1",
    requestTimeout = 30_000,
    leaving = undefined as AbortSignal | undefined,
  } = {},
): Promise<Listening> {
  const options = {
    // Longer than balancers keep idle connections, as a rule 60 s: who closes one may meet a request on it.
    keepAliveTimeout: 65_000,
    // Node would refuse a request without Host itself, with nothing but a status line.
    requireHostHeader: false,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: requestTimeout / 4,
  };
  const server = createServer(options, (request, response) => {
    if (leaving?.aborted) response.shouldKeepAlive = false; // a header would go with an error's
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      void refuse(request.socket, "malformed_request", limiter);
    } else {
      app(request, response);
    }
  });
  // Node forgets its own listener with CONNECT, and an error that nobody listens to ends the process.
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on("request", (request, response) => answers.set(request.socket, response));
  // Without a listener Node answers an unknown expectation itself, without our headers.
  server.on("checkExpectation", app);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const answering = answers.get(socket);
    if (error.code === "ECONNRESET" || (answering?.headersSent && !answering.writableEnded)) socket.destroy();
    else void refuse(socket, refusals[error.code ?? ""] ?? "malformed_request", limiter);
  });
  server.on("connect", (_request, socket: Socket) => {
    void refuse(socket, "malformed_request", limiter);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const inUse = error.code === "EADDRINUSE";
      reject(
        inUse
          ? new Error(`Port ${port} is in use. Set PORT to another one, or to 0 for any that is free.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return { address: `http://${name}:${bound.port}`, close: (grace = 10_000) => close(server, grace) };
}

type Refusal = "malformed_request" | "headers_too_large" | "request_timeout";

const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Writes an error answer by hand, for there is no response object, and ends the connection. */
async function refuse(socket: Socket, code: Refusal, limiter: Limiter): Promise<void> {
  const error = new ApiError(code, {});
  const body = JSON.stringify(error);
  const headers = {
    ...rateLimitHeaders(await limiter.consume(clientOf(socket.remoteAddress))),
    ...fixedHeaders,
    "X-Request-Id": newId("req"),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  if (!socket.writable) return;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("")}\r\n${body}`);
}

async function close(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle after its last answer; Node closes only those idle now.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
