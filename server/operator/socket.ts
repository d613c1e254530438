import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
} from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Encryption } from "../auth/encryption.ts";
import { codeOf, reasonOf } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { Session } from "./command.ts";
import { type CommandLine, prepare } from "./run.ts";

const socketIn = (folder: string) => join(folder, "operator.sock");

/** A message through the socket: a command line, who typed it, and in which folder. */
interface Sent extends Pick<Session, "by" | "folder"> {
  line: CommandLine;
}

/**
 * Runs operator commands on behalf of the command line while this process holds the embedded store.
 * Only the user who owns the folder can reach the socket (mode 0600).
 * @returns the function that stops it
 */
export async function serveOperator(
  folder: string,
  store: Store,
  encryption: Encryption,
): Promise<() => void> {
  const path = socketIn(folder);
  rmSync(path, { force: true });
  const server = createServer(async (incoming, response) => {
    try {
      const { line, ...session } = JSON.parse(await text(incoming)) as Sent;
      response.end(
        await prepare(line)(store, {
          ...session,
          encryption: () => encryption,
        }),
      );
    } catch (error) {
      response.statusCode = 500;
      response.end(error instanceof Error ? error.message : String(error));
    }
  });
  await once(server.listen(path), "listening");
  chmodSync(path, 0o600);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Codes of a connection that broke after it was made. */
const brokenCodes = ["ECONNRESET", "EPIPE"];

/**
 * Has the running server run a command line.
 * @throws Error with the server's message, or when the server does not respond
 */
export async function askServer(folder: string, sent: Sent): Promise<string> {
  const outgoing = request({
    socketPath: socketIn(folder),
    method: "POST",
  }).end(JSON.stringify(sent));
  const { status, body } = await readResponse(outgoing).catch(
    (error: unknown) => {
      const why = `The server that holds ${folder} does not respond (${reasonOf(error)}).`;
      const advice = brokenCodes.includes(codeOf(error))
        ? "It may have run the command before it stopped: look before you try again."
        : "It may be starting or stopping: try again.";
      throw new Error(`${why} ${advice}`);
    },
  );
  if (status !== 200) throw new Error(body);
  return body;
}

async function readResponse(outgoing: ClientRequest) {
  const responses = once(outgoing, "response") as Promise<[IncomingMessage]>;
  const [response] = await responses;
  return { status: response.statusCode, body: await text(response) };
}
