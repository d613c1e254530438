import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Listens on a port of a host. `setting` is the name of the setting that gave the port.
 * @returns the address, e.g. `http://127.0.0.1:3000`
 * @throws Error that names the setting to change
 */
export async function bind(server: Server, host: string, port: number, setting: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const message = hintFor(error, host, port, setting);
      reject(message === undefined ? error : new Error(message));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === "IPv6" ? `[${bound.address}]` : bound.address;
  return `http://${name}:${bound.port}`;
}

function hintFor({ code }: NodeJS.ErrnoException, host: string, port: number, setting: string) {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use. Set ${setting} to another one, or to 0 for any that is free.`;
    case "EACCES":
      return `This user may not listen on port ${port}. Set ${setting} to one from 1024, or to 0 for any that is free.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine. Set HOST to one, such as 127.0.0.1, or to 0.0.0.0 for all of them.`;
    default:
      return undefined;
  }
}
