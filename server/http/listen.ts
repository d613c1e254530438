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
import { languageOf } from "../contract/api-error.ts";
import type { Limiter } from "../limits/limiter.ts";
import { bind, limitConnections } from "./connections.ts";
import { createExchanges } from "./exchanges.ts";
import {
  type NoteRawError,
  type RawError,
  sendRawError,
} from "./raw-error-response.ts";
import { hasKnownCoding, hasProperHeaders, pathOf } from "./request-form.ts";

/**
 * Classes of requests and responses with the prototypes of the application. Express replaces the
 * prototype of every other request and response, and V8 then reads and writes their properties
 * slowly: that is a third of the CPU of a get.
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

interface ListenOptions {
  port?: number;
  host?: string;
  /** The time in which a request has to arrive whole, in milliseconds. */
  requestTimeout?: number;
  /**
   * The time from the start of a request until its response has been read whole, in milliseconds.
   */
  responseTimeout?: number;
  /** Recognises addresses that connect for many clients. */
  isProxy?: (address: string) => boolean;
  /** Gets each response that the application does not send. */
  noteRawError?: NoteRawError;
  /**
   * Aborted when this process is about to end: from then on each response closes its connection.
   */
  leaving?: AbortSignal | undefined;
  /** The classes of the requests and responses that the application gets (`messageClasses`). */
  classes?: Pick<ServerOptions, "IncomingMessage" | "ServerResponse">;
}

/**
 * Listens with an application. Requests that Node itself refuses get an error body of the contract,
 * and so do requests that do not arrive whole in time.
 */
export async function listen(
  app: RequestListener,
  limiter: Limiter,
  {
    port = 0,
    host = "127.0.0.1",
    requestTimeout = 30_000,
    responseTimeout = 60_000,
    isProxy = () => false,
    noteRawError = () => undefined,
    leaving,
    classes = {},
  }: ListenOptions = {},
) {
  const options = {
    ...classes,
    // Longer than balancers keep idle connections, usually 60 s: a request may arrive on a
    // connection that is being closed.
    keepAliveTimeout: 65_000,
    // Otherwise Node refuses a request without Host itself, with a status line only.
    requireHostHeader: false,
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: requestTimeout / 4,
  };
  const exchanges = createExchanges(app, { timeout: responseTimeout, leaving });
  /** `request` is the request with the error, if its headers have arrived. */
  const end = (
    socket: Socket,
    code: RawError = "malformed_request",
    request?: IncomingMessage,
  ) =>
    exchanges.end(socket, (response) => {
      request?.resume(); // a client may read only when it has sent its body
      const broken = request ?? response?.req;
      void sendRawError(socket, code, limiter, noteRawError, {
        ...(response && { response }),
        ...(broken && { language: languageOf(broken) }),
      });
    });
  const take: RequestListener = (request, response) => {
    const path = pathOf(request.url);
    if (path === undefined || !hasProperHeaders(request))
      return end(request.socket, "malformed_request", request);
    if (!hasKnownCoding(request))
      return end(request.socket, "not_implemented", request);
    request.url = path;
    exchanges.run(request, response);
  };
  const server = createServer(options, take);
  // By default Node drops headers after the thousandth without a word, such as an Idempotency-Key.
  // Their size is bounded.
  server.maxHeadersCount = 0;
  const closeUnused = limitConnections(server, isProxy);
  // Without a listener Node responds to an unknown expectation itself, without our headers.
  server.on("checkExpectation", take);
  // Without a listener Node asks for each body, also for one of a stranger.
  server.on("checkContinue", take);
  // Node removes its own listener at a CONNECT, and an error without a listener ends the process.
  server.on("connection", (socket) =>
    socket.on("error", () => socket.destroy()),
  );
  server.on("connect", (request, socket: Socket) =>
    end(socket, "not_implemented", request),
  );
  server.on("clientError", (error: ClientError, socket: Socket) => {
    if (error.code === "ECONNRESET") socket.destroy();
    else end(socket, rawErrorOf(error));
  });
  const address = await bind(server, host, port);
  return {
    /** `http://127.0.0.1:3000` */
    address,
    /**
     * Takes no new request, lets requests in flight finish, and cuts off the others after `grace`
     * milliseconds.
     */
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

/**
 * Returns whether a request is well formed except for its method, which Node's parser does not
 * know.
 */
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
