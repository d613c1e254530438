import type {
  IncomingMessage,
  RequestListener,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

interface Connection {
  latest?: Exchange;
  running?: Exchange | undefined;
  waiting: Exchange[];
  /** Writes the last response of the connection, after which no request runs. */
  respond?: () => void;
}

/** How many requests wait behind one on their connection. */
const mostWaiting = 64;

/**
 * Runs the requests of each connection by `app`, one after another in their order. A connection is cut off when more than `mostWaiting` requests wait behind
 * one, and when a response has not been read whole `timeout` milliseconds after its request began to run. Once the process is
 * `leaving`, the latest response of each connection ends it: one before it would end it too early.
 */
export function createPipelining(
  app: RequestListener,
  { timeout, leaving }: { timeout: number; leaving: AbortSignal | undefined },
) {
  const connections = new Map<Socket, Connection>();
  const connectionOf = (socket: Socket): Connection => {
    const existing = connections.get(socket);
    if (existing) return existing;
    const connection: Connection = { waiting: [] };
    connections.set(socket, connection);
    socket.once("close", () => connections.delete(socket));
    return connection;
  };
  const endConnection = ({ response }: Exchange) => {
    response.shouldKeepAlive = false; // a header would go with an error's
  };
  leaving?.addEventListener("abort", () => {
    for (const { latest } of connections.values())
      if (latest) endConnection(latest);
  });
  const run = (connection: Connection, exchange: Exchange) => {
    const { request, response } = exchange;
    connection.running = exchange;
    const deadline = setTimeout(() => request.socket.destroy(), timeout);
    response.on("close", () => {
      clearTimeout(deadline);
      connection.running = undefined;
      const next = connection.waiting.shift();
      // Behind a response that ends the connection nothing is done (RFC 9112, section 9.6): the client sends it again.
      if (request.socket.destroyed || !response.shouldKeepAlive) return;
      if (next) run(connection, next);
      else connection.respond?.();
    });
    app(request, response);
  };
  return {
    /** Runs a request when the requests before it on its connection have their responses. */
    take: (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      const connection = connectionOf(socket);
      if (connection.respond) return;
      const exchange = { request, response };
      connection.latest = exchange;
      if (leaving?.aborted) endConnection(exchange);
      if (!connection.running) run(connection, exchange);
      else if (connection.waiting.length < mostWaiting)
        connection.waiting.push(exchange);
      else socket.destroy();
    },
    /**
     * Runs no further request of this connection, nor one that will not arrive whole. Calls `respond`, which writes the last
     * response, when the requests before have theirs; not when the last request has its response already. `respond` asks
     * again whether it has one when it is ready to write.
     */
    end: (socket: Socket, respond: (hasResponse: () => boolean) => void) => {
      const connection = connectionOf(socket);
      const { latest, running, waiting } = connection;
      if (connection.respond) return;
      connection.respond = () => respond(() => false);
      const broken = latest?.request.complete === false;
      if (broken && waiting.at(-1) === latest) waiting.pop();
      else if (broken && (running !== latest || latest.response.headersSent))
        socket.destroy();
      else if (broken || !running)
        respond(() => running?.response.headersSent ?? false);
    },
  };
}
