import { once } from "node:events";
import { connect, type AddressInfo, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { TestResponse } from "./call.ts";

/**
 * Has a server listen on a free port of this machine until the test ends, or until another end.
 * Returns the host and the port.
 */
export async function listenLocally(
  server: Server & { closeAllConnections?: () => void },
  atEnd: (close: () => void) => void = onTestFinished,
): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  atEnd(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Connects to a server by its address, from one of this machine's own addresses, until the test
 * ends.
 */
export async function connectTo(
  address: string,
  localAddress = "127.0.0.1",
): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect({
    host: hostname,
    port: Number(port),
    localAddress,
    allowHalfOpen: true,
  });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket.on("error", () => undefined);
}

/**
 * Sends bytes as they are and returns all that comes back until the server closes, or `count`
 * responses have come.
 */
export async function raw(
  address: string,
  bytes: string,
  count = Infinity,
): Promise<string> {
  const socket = await connectTo(address);
  socket.write(bytes, "latin1");
  let text = "";
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (statusesIn(text).length >= count) resolve();
    });
    socket.on("end", () => resolve()).on("close", () => resolve());
  });
  socket.destroy();
  return text;
}

/** The statuses of all responses in a text, in their order. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
    Number(status),
  );

/**
 * Sends bytes as they are and returns the response that comes before the server ends the connection.
 */
export async function sendBytes(
  request: string,
  address: string,
): Promise<TestResponse> {
  const text = Buffer.from(await raw(address, request), "latin1").toString();
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const [, ...headers] = head.split("\r\n");
  const fields = headers.map(
    (header) => header.split(/: (.*)/s).slice(0, 2) as [string, string],
  );
  return {
    status: statusesIn(head)[0] ?? 0,
    headers: new Headers(fields),
    body: JSON.parse(body),
  };
}
