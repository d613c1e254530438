import { type RequestHandler, Router } from "express";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError } from "../contract/api-error.ts";
import { root } from "../contract/load.ts";
import { addressOf, collection, withAddress } from "./document-address.ts";
import {
  forBrowsers,
  preferring,
  publicHeaders,
  sendDocument,
} from "./send-document.ts";

/**
 * Serves the pages of the docs and the files of each release. A page is sent as Markdown to a
 * client that prefers it. The router is one of its own, so that a request of the API is compared
 * with one path, not with each page.
 */
export function docsPages(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const files = readFiles();
  for (const [name, content] of files) {
    const paths = name === "index.html" ? [`/${name}`, "/"] : [`/${name}`];
    const markdown = files.get(name.replace(/\.html$/, ".md"));
    if (name.endsWith(".html") && markdown)
      router.get(paths, preferring("markdown"), sendDocument(".md", markdown));
    router.get(paths, handlerOf(name, content));
  }
  const newest = newestPackage([...files.keys()]);
  if (newest !== undefined) routePackage(router, newest);
  routeMissing(router, files.get("404.html"));
  return router;
}

function handlerOf(name: string, content: Buffer): RequestHandler {
  if (name === "postman.json") return collection(content.toString());
  if (name === "sitemap.xml" || name === "changelog.atom")
    return withAddress(extname(name), content.toString());
  const headers = isReleased.test(name) ? immutable : pageHeaders(content);
  return sendDocument(extname(name), content, headers);
}

/** Responds to paths that no file has: a browser gets a page, a program the error of the API. */
function routeMissing(router: Router, page: Buffer | undefined): void {
  // The links of a page work only beside the other pages.
  router.get(/^\/.*\//, forBrowsers, ({ path }, response) => {
    const [, ...folders] = path.split("/");
    const up = "../".repeat(folders.length - 1);
    response.redirect(up + (folders.at(-1) || "404"));
  });
  if (page)
    router.get(
      /^\//,
      forBrowsers,
      sendDocument(".html", page, pageHeaders(page), 404),
    );
  router.get(/^\//, (_request, _response, next) =>
    next(new ApiError("path_not_found", {})),
  );
}

/**
 * A package or another file of a release: its address has the version, and always serves the same
 * bytes.
 */
const isReleased = /^([\w-]+-\d+\.\d+\.\d+\.tgz|\d+\.\d+\.\d+\/.*)$/;

const newestPackage = (names: string[]): string | undefined =>
  names
    .filter((name) => isReleased.test(name) && name.endsWith(".tgz"))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);

/**
 * Leads browsers from the address without a version to the newest released package. A lockfile with
 * this address would break at the next release, so a program is refused, and its user reads which
 * address to install.
 */
function routePackage(router: Router, newest: string): void {
  const path = `/${newest.replace(/-\d.*\.tgz$/, "")}.tgz`;
  router.get(path, forBrowsers, (_request, response) =>
    response.redirect(newest),
  );
  router.get(path, (request, response) => {
    response.status(404).type("text").set(publicHeaders);
    response.send(
      `${path.slice(1)} is another package after each release. Install ${addressOf(request)}/docs/${newest}\n`,
    );
  });
}

const immutable = { "Cache-Control": "public, max-age=31536000, immutable" };

const pageHeaders = (page: Buffer) => ({
  "Content-Security-Policy": `${policyOf(page)}; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  Link: '</openapi.yaml>; rel="service-desc"; type="application/yaml"', // RFC 8631
});

/** The pages of the docs by name, and the files of each release by version and name. */
function readFiles(): Map<string, Buffer> {
  const folder = fileURLToPath(new URL("generated/docs/", root));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    files.map((file) => [relative(folder, file), readFileSync(file)]),
  );
}

/** The policy in a page's own `<meta>`, which holds the hashes of the page's scripts. */
function policyOf(page: Buffer): string {
  const top = page.toString("utf8", 0, 2048);
  return (
    /"Content-Security-Policy"\s+content="([^"]*)"/.exec(top)?.[1] ??
    "default-src 'none'"
  );
}
