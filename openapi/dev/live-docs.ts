import express, { type Router } from "express";
import { appendFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Snapshot } from "./snapshot.ts";

/** The docs. Open pages reload after each build. */
export interface LiveDocs {
  router: Router;
  current: () => Snapshot | undefined;
  show: (snapshot: Snapshot) => void;
}

/** The code that reloads a page. It is appended to the script of the docs. */
const reloadScript =
  'new EventSource("/docs/changes").onmessage = () => location.reload();\n';

/** Creates the docs. Until the first build it responds 503. */
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
      void response
        .status(404)
        .send("npm run dev does not build this page: run npm run docs.\n"),
  );
  const show = (snapshot: Snapshot) => {
    const generated = join(snapshot.folder, "generated");
    appendFileSync(join(generated, "docs/docs.js"), reloadScript);
    files = express
      .Router()
      .use(express.static(join(generated, "docs")), express.static(generated));
    current = snapshot;
    readers.forEach((reader) => reader.write("data: built\n\n"));
  };
  return { router, current: () => current, show };
}
