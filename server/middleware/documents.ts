import { Router, type RequestHandler } from "express";
import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError } from "../contract/api-error.ts";
import type { Limiter } from "../limiter.ts";
import { root } from "../root.ts";
import { rateLimit } from "./rate-limit.ts";

/**
 * The contract and its reference pages, without a key: `/openapi.yaml`, `/openapi.json`, `/openapi-3.0.json`, `/docs/`.
 * A browser that asks for `/` is led to the docs. The files are read once, at the start, so that no client holds one open.
 * Requests count against the client's address.
 */
export function documents(limiter: Limiter): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const limit = rateLimit(limiter);
  router.get("/openapi.yaml", limit, send("application/yaml", contract("openapi.yaml")));
  router.get("/openapi.json", limit, send("application/json", contract("openapi.json")));
  router.get("/openapi-3.0.json", limit, send("application/json", contract("openapi-3.0.json")));
  router.get("/", forBrowsers, limit, (_request, response) => response.redirect("docs/"));
  router.get("/docs", limit, (_request, response) => response.redirect("docs/"));
  for (const [name, content] of pages()) {
    const policy = { "Content-Security-Policy": `${policyOf(content)}; frame-ancestors 'none'` };
    const paths = [`/docs/${name}`, ...(name === "index.html" ? ["/docs/"] : [])];
    router.get(paths, limit, send(extname(name), content, { ...policy, "Referrer-Policy": "no-referrer" }));
  }
  router.get(/^\/docs\//, limit, (_request, _response, next) => next(new ApiError("not_found", {})));
  return router;
}

/** Leaves the route to clients that prefer HTML to JSON; others get what the API responds. */
const forBrowsers: RequestHandler = (request, response, next) => {
  response.vary("Accept");
  next(request.accepts(["json", "html"]) === "html" ? undefined : "route");
};

/** The contract as it is published, with this server in place of the published server. */
function contract(name: string): Buffer {
  const text = read(`generated/${name}`).toString();
  if (name.endsWith(".yaml"))
    return Buffer.from(text.replace(/^servers:\n(?: .*\n)+/m, "servers:\n  - url: /\n"));
  return Buffer.from(
    `${JSON.stringify({ ...(JSON.parse(text) as object), servers: [{ url: "/" }] }, null, 2)}\n`,
  );
}

const read = (name: string) => readFileSync(new URL(name, root));

/** The pages of the docs by name; none when the docs have not been built. */
function pages(): [name: string, content: Buffer][] {
  const folder = new URL("generated/docs/", root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(fileURLToPath(folder));
  return names.map((name) => [name, readFileSync(new URL(name, folder))]);
}

/** Sends a document whole, or 304 to a client that has it already (RFC 9110, section 13.1.2). */
function send(type: string, content: Buffer, headers = {}): RequestHandler {
  const tag = `"${hash("sha256", content)}"`;
  return (_request, response) => {
    response.type(type).set({
      ...headers,
      ETag: tag,
      "Cache-Control": "no-cache", // a cache may keep it, and revalidates it before each use
      "X-Content-Type-Options": "nosniff",
    });
    response.send(content);
  };
}

/** The policy in a page's own `<meta>`, which holds the hashes of the page's scripts. */
function policyOf(page: Buffer): string {
  const top = page.toString("utf8", 0, 2048);
  return /"Content-Security-Policy" content="([^"]*)"/.exec(top)?.[1] ?? "default-src 'none'";
}
