import express, { type Router } from "express";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import {
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { bind } from "../../server/http/connections.ts";
import type { Snapshot } from "./snapshot.ts";

/** A server that requests go to, and the contract that it serves. */
interface Target {
  address: string;
  id: string;
}

/** The address that stays while servers change behind it. */
export interface Front {
  address: string;
  /** Lets requests wait for the next server. Ends when those before have their responses. */
  hold: () => Promise<void>;
  /** Sends requests to this server from now on. Ends when those before have their responses. */
  use: (target: Target | undefined) => Promise<void>;
  stop: () => void;
}

/** How long a server that is replaced has for its last responses, in milliseconds. */
const longest = 3000;

/** Listens, shows the docs, and sends all other requests on. Each response says of which contract it is. */
export async function createFront(
  docs: LiveDocs,
  host: string,
  port: number,
): Promise<Front> {
  let target: Promise<Target | undefined> = Promise.resolve(undefined);
  let decide = (_: Target | undefined): void => undefined;
  let open = new Set<Promise<unknown>>();
  const drained = async () => {
    const before = open;
    open = new Set();
    await Promise.race([
      Promise.all(before),
      setTimeout(longest, undefined, { ref: false }),
    ]);
  };
  const app = express().disable("x-powered-by").use("/docs", docs.router);
  app.use((request, response) => {
    void target.then((found) => {
      if (!found)
        return refuse(
          response,
          503,
          "No server runs yet: the terminal says why.",
        );
      const among = open;
      const closed = once(response, "close").finally(() =>
        among.delete(closed),
      );
      among.add(closed);
      forward(request, response, found);
    });
  });
  const server = createServer(app);
  const address = await bind(server, host, port);
  return {
    address,
    hold: () => {
      target = new Promise((done) => (decide = done));
      return drained();
    },
    use: (next) => {
      decide(next);
      target = Promise.resolve(next);
      return drained();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { address, id }: Target,
): void {
  const { method = "GET", url = "/", rawHeaders } = request;
  // A connection for each request, as a server that ends would close one that is kept.
  const forwarded = send(address, {
    method,
    path: url,
    headers: rawHeaders,
    agent: false,
  });
  forwarded.once("response", (received) => {
    const headers = received.rawHeaders.flatMap((name, i) =>
      i % 2 === 0 && !ofConnection.test(name)
        ? [[name, received.rawHeaders[i + 1] ?? ""]]
        : [],
    );
    response.writeHead(received.statusCode ?? 502, received.statusMessage, [
      ...headers,
      ["X-Contract", id],
    ]);
    received.pipe(response);
  });
  forwarded.once("error", () =>
    refuse(response, 502, "The server ended before it responded."),
  );
  response.once("close", () => forwarded.destroy());
  request.pipe(forwarded);
}

const ofConnection = /^(connection|keep-alive)$/i;

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response
    .writeHead(status, { "Content-Type": "text/plain", "Retry-After": "1" })
    .end(`${text}\n`);
}

/** The docs in a browser, which reload when they are built anew. */
export interface LiveDocs {
  router: Router;
  current: () => Snapshot | undefined;
  show: (snapshot: Snapshot) => void;
}

/** What the script of the pages does here as well. */
const listener =
  'new EventSource("/docs/changes").onmessage = () => location.reload();\n';

export function createLiveDocs(): LiveDocs {
  let current: Snapshot | undefined;
  let files = express.Router();
  const readers = new Set<ServerResponse>();
  const router = express.Router();
  router.get("/changes", (_request, response) => {
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
    });
    response.write(": waiting\n\n");
    readers.add(response);
    response.once("close", () => readers.delete(response));
  });
  router.use((request, response, next) => {
    if (!current)
      return void response
        .status(503)
        .send("The docs are not built yet: the terminal says why.\n");
    response.set("X-Contract", current.id);
    files(request, response, next);
  });
  router.use(
    (_request, response) =>
      void response.status(404).send("npm run docs builds what is not here.\n"),
  );
  const show = (snapshot: Snapshot) => {
    const generated = join(snapshot.folder, "generated");
    appendFileSync(join(generated, "docs/docs.js"), listener);
    files = express
      .Router()
      .use(express.static(join(generated, "docs")), express.static(generated));
    current = snapshot;
    readers.forEach((reader) => reader.write("data: built\n\n"));
  };
  return { router, current: () => current, show };
}
