import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** The docs in a browser, which reload when they are built anew. */
export interface DocsPage {
  address: string;
  reload: () => void;
  stop: () => void;
}

const listener = '<script>new EventSource("/changes").onmessage = () => location.reload()</script>';

/** The page without its policy, which allows no script but Redoc's, and with one that waits for changes. */
const live = (page: string) =>
  page
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")
    .replace("</head>", `${listener}</head>`);

const types: Record<string, string> = {
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Serves the built pages of a folder. */
export async function createDocsPage(folder: string, port: number): Promise<DocsPage> {
  const readers = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url !== "/changes") {
      const name = request.url?.split(/[?#]/)[0]?.slice(1) || "index.html";
      if (!readdirSync(folder).includes(name)) return void response.writeHead(404).end();
      const content = readFileSync(join(folder, name));
      if (extname(name) !== ".html")
        return void response.setHeader("Content-Type", types[extname(name)] ?? "text/plain").end(content);
      return void response
        .setHeader("Content-Type", "text/html; charset=utf-8")
        .end(live(content.toString()));
    }
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(": waiting\n\n");
    readers.add(response);
    response.once("close", () => readers.delete(response));
  });
  if (!(port >= 0 && port < 65_536))
    throw new Error("DOCS_PORT must be a port from 0 to 65535, where 0 picks a free one.");
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((error: unknown) => {
    throw new Error(
      `The docs cannot be shown on port ${port}: ${String(error)}. Set DOCS_PORT to a free one.`,
    );
  });
  const { port: found } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${found}`,
    reload: () => readers.forEach((reader) => reader.write("data: built\n\n")),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
