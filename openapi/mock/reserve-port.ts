import { createServer } from "node:http";
import { promisify } from "node:util";
import { bind } from "../../server/http/connections.ts";

/**
 * Finds a port on this machine for another program: the preferred one, or a free one for 0.
 * @throws Error when the port is in use or not allowed
 */
export async function reservePort(preferred: number): Promise<number> {
  const server = createServer();
  const { port } = new URL(await bind(server, "127.0.0.1", preferred));
  await promisify(server.close.bind(server))();
  return Number(port) || preferred;
}
