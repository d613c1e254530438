import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

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

/** Serves the built page. */
export async function createDocsPage(file: string, port: number): Promise<DocsPage> {
  const readers = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    if (request.url !== "/changes") {
      response.setHeader("Content-Type", "text/html; charset=utf-8").end(live(readFileSync(file, "utf8")));
      return;
    }
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(": waiting\n\n");
    readers.add(response);
    response.once("close", () => readers.delete(response));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
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
