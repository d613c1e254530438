import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { TestResponse } from "./server.ts";

/** Sends bytes as they are and gives the response that comes before the server ends the connection. */
export async function sendBytes(request: string, address: string): Promise<TestResponse> {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  socket.write(request);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  const [line = "", ...headers] = head.split("\r\n");
  const fields = headers.map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]);
  return { status: Number(line.split(" ")[1]), headers: new Headers(fields), body: JSON.parse(body) };
}
