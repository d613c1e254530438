import { type RequestHandler, Router } from "express";
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { root } from "../contract/load.ts";
import type { Limiter } from "../limits/limiter.ts";
import { routeName } from "./access-log.ts";
import { docsPages } from "./docs-pages.ts";
import { withAddress } from "./document-address.ts";
import { rateLimit } from "./rate-limit.ts";
import { forBrowsers, sendDocument } from "./send-document.ts";
import { securityTxt } from "./security-txt.ts";

const contracts = [
  "openapi.yaml",
  "openapi.json",
  "openapi-3.0.json",
  "openapi-codegen.json",
];

/**
 * The contract and its reference pages, without a key: `/openapi.yaml` and the files beside it,
 * `/docs/`, and what programs look for at fixed addresses: `/llms.txt`, `/robots.txt`,
 * `/.well-known/api-catalog` (RFC 9727), and `/.well-known/security.txt` when there is a contact. A
 * browser that asks for `/` is led to the docs. The files are read once, at the first request after
 * they were built, so that no client holds one open. Requests count against the client's address.
 */
export function documents(limiter: Limiter, securityContact?: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const limit = rateLimit(limiter);
  for (const name of contracts)
    router.get(
      [`/${name}`, `/docs/${name}`],
      routeName(`/${name}`),
      limit,
      onceBuilt(`generated/${name}`, () =>
        sendDocument(extname(name), contract(name)),
      ),
    );
  router.get(
    "/robots.txt",
    routeName("/robots.txt"),
    limit,
    withAddress(".txt", robots),
  );
  router.get(
    "/.well-known/api-catalog",
    routeName("/.well-known/api-catalog"),
    limit,
    sendDocument(".linkset", Buffer.from(JSON.stringify(catalog))),
  );
  if (securityContact !== undefined)
    router.get(
      "/.well-known/security.txt",
      routeName("/.well-known/security.txt"),
      limit,
      securityTxt(securityContact),
    );
  router.get("/llms.txt", routeName("/llms.txt"), limit, (_request, response) =>
    response.redirect("docs/llms.txt"),
  );
  router.get("/", forBrowsers, routeName("/"), limit, (_request, response) =>
    response.redirect("docs/"),
  );
  router.get("/docs", routeName("/docs"), limit, (_request, response) =>
    response.redirect("docs/"),
  );
  router.use(
    "/docs",
    routeName("/docs/"),
    limit,
    onceBuilt("generated/docs/SHA256SUMS", docsPages),
  ); // the last one that is built
  return router;
}

/** Links to the contract and its docs, as a set of links (RFC 9264). */
const catalog = {
  linkset: [
    {
      anchor: "/",
      "service-desc": contracts.map((name) => ({ href: `/${name}` })),
      "service-doc": [{ href: "/docs/", type: "text/html" }],
    },
  ],
};

const robots =
  "User-agent: *\nDisallow: /v1/\nSitemap: http://docs.invalid/sitemap.xml\n";

/**
 * Makes a handler as soon as a file is there. Until then it says that the file is being built, and
 * a browser asks again.
 */
function onceBuilt(file: string, make: () => RequestHandler): RequestHandler {
  let built: RequestHandler | undefined;
  return (request, response, next) => {
    if (!built && existsSync(new URL(file, root))) built = make();
    if (built) return built(request, response, next);
    response.status(503).set({ "Retry-After": "3", Refresh: "3" }).type("text");
    response.send(
      "npm start is building this file: try again in a few seconds. Without npm start, run: npm run docs\n",
    );
  };
}

/** The contract as it is published, with this server in place of the published server. */
function contract(name: string): Buffer {
  const text = read(`generated/${name}`).toString();
  if (name.endsWith(".yaml"))
    return Buffer.from(
      text.replace(/^servers:\n(?: .*\n)+/m, "servers:\n  - url: /\n"),
    );
  return Buffer.from(
    `${JSON.stringify({ ...(JSON.parse(text) as object), servers: [{ url: "/" }] }, null, 2)}\n`,
  );
}

const read = (name: string) => readFileSync(new URL(name, root));
