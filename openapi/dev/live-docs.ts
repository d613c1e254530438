import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import type { Snapshot } from "./snapshot.ts";

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
  let shown: Snapshot | undefined;
  const readers = new Set<ServerResponse>();
  const sendPage = (name: string, response: ServerResponse) => {
    if (!shown) return response.writeHead(503).end("The docs are not built yet: the terminal says why.\n");
    const [file] = ["docs", "."]
      .map((folder) => join(shown?.folder ?? "", "generated", folder, name))
      .filter((path) => existsSync(path));
    if (file === undefined) return response.writeHead(404).end("npm run docs builds what is not here.\n");
    const content = readFileSync(file);
    response.writeHead(200, { "Content-Type": types[extname(name)] ?? "text/plain", "X-Contract": shown.id });
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
    shown = snapshot;
    readers.forEach((reader) => reader.write("data: built\n\n"));
  };
  return { respond, shown: () => shown, show };
}
