import type { RequestListener, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { clientOf } from "../limits/client-address.ts";

/** The limit of connections, even if the system allows more. */
const maxConnections = 4096;
/** The part of all connections that one address gets. */
const share = 1 / 4;

/**
 * Bounds the connections of a server. Over the limit of one address, a new connection is closed,
 * unless the address is a proxy, which connects for many clients. Over the limit of all, the
 * connection that is idle longest is closed. The rest of the process's descriptors is for the
 * database, for requests of this server and for files.
 * @returns the function that closes the connections that have sent nothing yet, which Node does not
 *   count as idle
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  total = Math.min(maxConnections, Math.floor(descriptors() / 2)),
): () => void {
  const maxOfOne = Math.max(1, Math.floor(total * share));
  /** Each connection, with its client. */
  const clients = new Map<Socket, string>();
  /** The connections without a request, the longest idle first. */
  const idle = new Set<Socket>();
  const counts = new Map<string, number>();
  const drop = (socket: Socket) => {
    const client = clients.get(socket);
    if (client === undefined) return;
    clients.delete(socket);
    idle.delete(socket);
    const remaining = (counts.get(client) ?? 1) - 1;
    if (remaining > 0) counts.set(client, remaining);
    else counts.delete(client);
    socket.destroy();
  };
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    const client = clientOf(remoteAddress);
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    clients.set(socket, client);
    idle.add(socket);
    socket.once("close", () => drop(socket));
    if (count > maxOfOne && !isProxy(remoteAddress)) drop(socket);
    const [oldest = socket] = idle;
    if (clients.size > total) drop(oldest);
  });
  const noteRequest: RequestListener = ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (clients.has(socket)) idle.add(socket);
    });
  };
  // Node reports a request with `Expect` by one of the last two events only.
  for (const event of ["request", "checkContinue", "checkExpectation"])
    server.on(event, noteRequest);
  return () => {
    for (const socket of idle) if (socket.bytesRead === 0) drop(socket);
  };
}

/**
 * Returns the number of files and sockets that this process may have open; Infinity when the system
 * does not report it.
 */
export function descriptors(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: unknown } };
  };
  const limit = Number(userLimits?.open_files?.soft);
  return limit > 0 ? limit : Infinity;
}

/** The names of the settings that gave a host and a port, for the message of an error. */
interface BindSettings {
  host: string;
  port: string;
}

/**
 * Listens on a port of a host.
 * @returns the address, e.g. `http://127.0.0.1:3000`
 * @throws Error that names the setting to change
 */
export async function bind(
  server: Server,
  host: string,
  port: number,
  settings: BindSettings = { host: "HOST", port: "PORT" },
): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = hintFor(error, host, port, settings);
      reject(message === undefined ? error : new Error(message));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${name}:${bound.port}`;
}

function hintFor(
  { code }: NodeJS.ErrnoException,
  host: string,
  port: number,
  settings: BindSettings,
) {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use. Set ${settings.port} to another one, or to 0 for any that is free.`;
    case "EACCES":
      return `This user may not listen on port ${port}. Set ${settings.port} to one from 1024, or to 0 for any that is free.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is not an address of this machine. Set ${settings.host} to one, such as 127.0.0.1, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
