import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";

/** A request and its response. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface ExchangeOptions {
  /**
   * The time from the start of a request until its response has been read whole, in milliseconds.
   */
  timeout: number;
  /** Aborted when this process is about to end. */
  leaving: AbortSignal | undefined;
}

/**
 * Runs one request at a time on each connection, by `app`. Node alone would run a request beside
 * the one before it. A request that arrives before its predecessor has a response does not run:
 * that response closes the connection, and the client sends the request again (RFC 9112, section
 * 9.3.2).
 */
export function createExchanges(
  app: RequestListener,
  { timeout, leaving }: ExchangeOptions,
) {
  /** The latest exchange of each connection. */
  const latest = new Map<Socket, Exchange>();
  /** Connections that end with the response of their latest exchange. */
  const closing = new WeakSet<Socket>();
  /** Connections whose last response comes from `refuse`. */
  const refused = new WeakSet<Socket>();

  /** Ends the connection of an exchange with its response. */
  const closeAfter = ({ request: { socket }, response }: Exchange) => {
    if (closing.has(socket)) return;
    closing.add(socket);
    if (!response.headersSent) response.setHeader("Connection", "close");
    else response.once("close", () => socket.destroySoon());
  };

  leaving?.addEventListener("abort", () => {
    for (const exchange of latest.values())
      if (!exchange.response.closed) closeAfter(exchange);
  });

  return {
    /** Runs a request, unless its connection is busy or about to close. */
    run: (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const before = latest.get(socket);
      if (before && !before.response.closed) return closeAfter(before);
      const isOver =
        closing.has(socket) || refused.has(socket) || !socket.writable;
      if (isOver) return;
      const exchange = { request, response };
      if (!before) socket.once("close", () => latest.delete(socket));
      latest.set(socket, exchange);
      const deadline = setTimeout(() => socket.destroy(), timeout);
      response.once("close", () => clearTimeout(deadline));
      // Node's parser drops the bytes behind a request that asks for another protocol.
      const isUpgrade = request.headers.upgrade !== undefined;
      if (isUpgrade || leaving?.aborted) closeAfter(exchange);
      app(request, response);
    },
    /**
     * Ends a connection whose next bytes are no request that can run. Calls `refuse`, which writes
     * the last response, when no other response is due; its argument is the response of the broken
     * request, if that has begun to run.
     */
    end: (socket: Socket, refuse: (response?: ServerResponse) => void) => {
      const exchange = latest.get(socket);
      const isBroken = exchange?.request.complete === false;
      const isBusy = exchange?.response.closed === false;
      if (isBusy && !isBroken) return closeAfter(exchange);
      if (refused.has(socket)) return;
      refused.add(socket);
      if (!isBroken) refuse();
      else if (exchange.response.headersSent) socket.destroy();
      else refuse(exchange.response);
    },
  };
}
