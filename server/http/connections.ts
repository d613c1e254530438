import type { Server } from "node:http";
import type { Socket } from "node:net";
import { clientOf } from "../middleware/rate-limit.ts";

/** How many connections a server holds at the most, whatever the system allows. */
const most = 4096;
/** The part of all connections that one address gets. */
const share = 1 / 4;

/**
 * Closes connections over the limits as soon as they are made: of all clients together, and of one address unless it is a
 * proxy, which makes those of many clients. Descriptors are left for the database, for deliveries and for files.
 */
export function limitConnections(
  server: Server,
  isProxy: (address: string) => boolean,
  total = Math.min(most, Math.floor(descriptors() / 2)),
): void {
  const mostOfOne = Math.max(1, Math.floor(total * share));
  const counts = new Map<string, number>();
  server.maxConnections = total;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress = "" } = socket;
    if (isProxy(remoteAddress)) return;
    const client = clientOf(remoteAddress);
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    socket.once("close", () => {
      const left = (counts.get(client) ?? 1) - 1;
      if (left > 0) counts.set(client, left);
      else counts.delete(client);
    });
    if (count > mostOfOne) socket.destroy();
  });
}

/** How many files and sockets this process may have open. A system that does not say is taken to allow many. */
function descriptors(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return limit > 0 ? limit : Infinity;
}
