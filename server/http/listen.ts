import type { Express } from "express";
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Limiter } from "../limits/limiter.ts";
import { bind, limitConnections } from "./connections.ts";
import { isTooLarge } from "./json-body.ts";
import { createPipelining } from "./pipelining.ts";
import {
  type NoteRawError,
  type RawError,
  sendRawError,
} from "./raw-error-response.ts";

/**
 * Classes of requests and responses whose prototypes are those of the application. Express replaces the prototype of every
 * other request and response, and V8 then reads and writes their properties slowly: that is a third of the CPU of a get.
 */
export function messageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse<
    Request extends IncomingMessage,
  > extends ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(
    AppRequest.prototype,
    app.request,
  ) as Express["request"];
  app.response = Object.setPrototypeOf(
    AppResponse.prototype,
    app.response,
  ) as Express["response"];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

/**
 * Listens with an application. Requests that Node itself refuses get the contract's error body as well; so does one
 * that has not arrived whole after `requestTimeout` milliseconds. Once the process is `leaving`, responses ask for a new
 * connection, which a balancer leads to another process. `isProxy` tells the addresses that connect on behalf of many clients.
 * `classes` are those of the requests and responses that `app` gets (`messageClasses`). `noteRawError` is told of each response that `app` does
 * not send.
 */
export async function listen(
  app: RequestListener,
  limiter: Limiter,
  {
    port = 0,
    host = "127.0.0.1",
    requestTimeout = 30_000,
    responseTimeout = 60_000,
    isProxy = (_address: string): boolean => false,
    noteRawError = (() => undefined) as NoteRawError,
    leaving = undefined as AbortSignal | undefined,
    classes = {} as Pick<ServerOptions, "IncomingMessage" | "ServerResponse">,
  } = {},
) {
  const options = {
    ...classes,
    // Longer than balancers keep idle connections, usually 60 s: a request may arrive on a connection that is being closed.
    keepAliveTimeout: 65_000,
    // Otherwise Node refuses a request without Host itself, with a status line only.
    requireHostHeader: false,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: requestTimeout / 4,
  };
  const pipelining = createPipelining(app, {
    timeout: responseTimeout,
    leaving,
  });
  const end = (socket: Socket, code: RawError = "malformed_request") =>
    pipelining.end(
      socket,
      (hasResponse) =>
        void sendRawError(socket, code, limiter, noteRawError, hasResponse),
    );
  const take: RequestListener = (request, response) => {
    const path = pathOf(request.url);
    if (path === undefined || !hasProperHeaders(request))
      return end(request.socket);
    if (!hasKnownCoding(request)) return end(request.socket, "not_implemented");
    request.url = path;
    // Node's parser drops what it has read behind a request that asks for another protocol. After a response that ends the
    // connection, the client sends it again (RFC 9112, section 9.3.2).
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    pipelining.take(request, response);
  };
  const server = createServer(options, take);
  const closeUnused = limitConnections(server, isProxy);
  // Without a listener Node responds to an unknown expectation itself, without our headers.
  server.on("checkExpectation", take);
  server.on(
    "checkContinue",
    (request: IncomingMessage, response: ServerResponse) => {
      if (!isTooLarge(request)) response.writeContinue();
      take(request, response);
    },
  );
  // Node removes its own listener at a CONNECT, and an error without a listener ends the process.
  server.on("connection", (socket) =>
    socket.on("error", () => socket.destroy()),
  );
  server.on("connect", (_request, socket: Socket) =>
    end(socket, "not_implemented"),
  );
  server.on("clientError", (error: ClientError, socket: Socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    else end(socket, rawErrorOf(error));
  });
  const address = await bind(server, host, port);
  return {
    /** `http://127.0.0.1:3000` */
    address,
    /** Takes no new request, lets those in flight finish, cuts off what is left after `grace` milliseconds. */
    close: (grace = 10_000) => close(server, closeUnused, grace),
  };
}

/** An error of Node's HTTP server; `rawPacket` is what it read last. */
interface ClientError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
  bytesParsed?: number;
}

const rawErrors: Record<string, RawError> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

function rawErrorOf(error: ClientError): RawError | undefined {
  return isUnknownMethod(error)
    ? "not_implemented"
    : rawErrors[error.code ?? ""];
}

/** Whether a request is well formed up to its method, which Node's parser does not know. */
function isUnknownMethod({
  code,
  rawPacket,
  bytesParsed = 0,
}: ClientError): boolean {
  if (code !== "HPE_INVALID_METHOD" || !rawPacket) return false;
  // The parser stops at some character of the method.
  const text = rawPacket.toString("latin1");
  const [begun = ""] = methodBegun.exec(text.slice(0, bytesParsed)) ?? [];
  return requestLine.test(text.slice(bytesParsed - begun.length));
}

const methodBegun = /[\w!#$%&'*+.^`|~-]*$/;
/** A request line (RFC 9112, section 3). */
const requestLine = /^[\w!#$%&'*+.^`|~-]+ [\x21-\x7e]+ HTTP\/1\.[01]\r\n/;

/** Headers that a request has at most once: Node keeps the first, and a proxy before this server may use the last. */
const atMostOnce = ["authorization", "content-type"];

/** A name, an address in brackets or nothing, and a port (RFC 3986, section 3.2.2): all that a Host may hold. */
const hostPort = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d*)?$/i;

/**
 * Whether a request has as many Hosts as it needs, a valid one (RFC 9112, section 3.2), no second header of those above, and a
 * body whose end is known: that of chunks, which HTTP/1.0 does not have (section 6.1).
 */
function hasProperHeaders({
  rawHeaders,
  headers,
  httpVersion,
}: IncomingMessage): boolean {
  if (!hostPort.test(headers.host ?? "")) return false;
  const codings = codingsOf(headers);
  const isChunked = codings.indexOf("chunked") === codings.length - 1;
  if (codings.length > 0 && (!isChunked || httpVersion !== "1.1")) return false;
  if (codings.includes("")) return false;
  const names = rawHeaders
    .filter((_, i) => i % 2 === 0)
    .map((name) => name.toLowerCase());
  const count = (expected: string) =>
    names.filter((name) => name === expected).length;
  const hosts = count("host");
  return (
    (hosts === 1 || (hosts === 0 && httpVersion !== "1.1")) &&
    atMostOnce.every((name) => count(name) <= 1)
  );
}

/** Whether a body comes in chunks alone: what is packed in another coding would be read as it is. */
const hasKnownCoding = ({ headers }: IncomingMessage): boolean =>
  codingsOf(headers).every((coding) => coding === "chunked");

/** The transfer codings of a request, in small letters. */
const codingsOf = ({
  "transfer-encoding": value = "",
}: IncomingMessage["headers"]): string[] =>
  value === ""
    ? []
    : value.split(",").map((coding) => coding.trim().toLowerCase());

/**
 * The path and the query of a request's target, or `*`, whichever form it has (RFC 9112, section 3.2). Undefined for an
 * invalid target, which parsers read differently.
 */
function pathOf(target = ""): string | undefined {
  if (/[^\x21\x22\x24-\x7e]/.test(target)) return undefined;
  if (target.startsWith("/") || target === "*") return target;
  const [, path] = /^https?:\/\/[^/?]+(.*)$/i.exec(target) ?? [];
  if (path === undefined || !URL.canParse(target)) return undefined;
  return path.startsWith("/") ? path : `/${path}`;
}

async function close(
  server: Server,
  closeUnused: () => void,
  grace: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeUnused();
  // A connection becomes idle after its last response; Node closes only those that are idle now.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
}
