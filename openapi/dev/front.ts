import { once } from "node:events";
import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { existsSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
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
export async function createFront(docs: LiveDocs, host: string, port: number): Promise<Front> {
  let target: Promise<Target | undefined> = Promise.resolve(undefined);
  let decide = (_: Target | undefined): void => undefined;
  let open = new Set<Promise<unknown>>();
  const drained = async () => {
    const before = open;
    open = new Set();
    await Promise.race([Promise.all(before), setTimeout(longest, undefined, { ref: false })]);
  };
  const server = createServer((request, response) => {
    if (docs.respond(request, response)) return;
    void target.then((found) => {
      if (!found) return refuse(response, 503, "No server runs yet: the terminal says why.");
      const among = open;
      const closed = once(response, "close").finally(() => among.delete(closed));
      among.add(closed);
      forward(request, response, found);
    });
  });
  const address = await bind(server, host, port, "PORT");
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

function forward(request: IncomingMessage, response: ServerResponse, { address, id }: Target): void {
  const { method = "GET", url = "/", rawHeaders } = request;
  // A connection for each request, as a server that ends would close one that is kept.
  const forwarded = send(address, { method, path: url, headers: rawHeaders, agent: false });
  forwarded.once("response", (received) => {
    const headers = received.rawHeaders.flatMap((name, i) =>
      i % 2 === 0 && !ofConnection.test(name) ? [[name, received.rawHeaders[i + 1] ?? ""]] : [],
    );
    response.writeHead(received.statusCode ?? 502, received.statusMessage, [...headers, ["X-Contract", id]]);
    received.pipe(response);
  });
  forwarded.once("error", () => refuse(response, 502, "The server ended before it responded."));
  response.once("close", () => forwarded.destroy());
  request.pipe(forwarded);
}

const ofConnection = /^(connection|keep-alive)$/i;

function refuse(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { "Content-Type": "text/plain", "Retry-After": "1" }).end(`${text}\n`);
}

/** The docs in a browser, which reload when they are built anew. */
export interface LiveDocs {
  /** Whether the request was for the docs. */
  respond: (request: IncomingMessage, response: ServerResponse) => boolean;
  shown: () => Snapshot | undefined;
  show: (snapshot: Snapshot) => void;
}

const listener = '<script>new EventSource("/docs/changes").onmessage = () => location.reload()</script>';

/** The page without its policy, which allows no script but its own, and with one that waits for changes. */
const live = (page: string) =>
  page
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace("</head>", `${listener}</head>`);

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

export function createLiveDocs(): LiveDocs {
  let current: Snapshot | undefined;
  const readers = new Set<ServerResponse>();
  const sendPage = (name: string, response: ServerResponse) => {
    if (!current) return response.writeHead(503).end("The docs are not built yet: the terminal says why.\n");
    const [file] = ["docs", "."]
      .map((folder) => join(current?.folder ?? "", "generated", folder, name))
      .filter((path) => existsSync(path));
    if (file === undefined) return response.writeHead(404).end("npm run docs builds what is not here.\n");
    const content = readFileSync(file);
    response.writeHead(200, {
      "Content-Type": types[extname(name)] ?? "text/plain",
      "X-Contract": current.id,
    });
    return response.end(extname(name) === ".html" ? live(content.toString()) : content);
  };
  const respond = ({ url = "" }: IncomingMessage, response: ServerResponse) => {
    const [, name] = /^\/docs(?:\/([\w.-]*))?(?:[?#].*)?$/.exec(url) ?? [];
    if (url.startsWith("/docs?") || url === "/docs") response.writeHead(302, { Location: "/docs/" }).end();
    else if (name === undefined) return false;
    else if (name !== "changes") sendPage(name || "index.html", response);
    else {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.write(": waiting\n\n");
      readers.add(response);
      response.once("close", () => readers.delete(response));
    }
    return true;
  };
  const show = (snapshot: Snapshot) => {
    current = snapshot;
    readers.forEach((reader) => reader.write("data: built\n\n"));
  };
  return { respond, shown: () => current, show };
}
