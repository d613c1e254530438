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
 * The contract and its reference pages, without a key: `/openapi.yaml`, `/openapi.json`, `/openapi-3.0.json`, `/docs/`. They are few and ours,
 * so they are read once, and no client holds a file open. Requests count against the client's address.
 */
export function documents(limiter: Limiter): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const limit = rateLimit(limiter);
  router.get("/openapi.yaml", limit, send("application/yaml", contract("openapi.yaml")));
  router.get("/openapi.json", limit, send("application/json", contract("openapi.json")));
  router.get("/openapi-3.0.json", limit, send("application/json", contract("openapi-3.0.json")));
  router.get("/docs", limit, (_request, response) => response.redirect("docs/"));
  for (const [name, content] of pages()) {
    const policy = { "Content-Security-Policy": `${policyOf(content)}; frame-ancestors 'none'` };
    const paths = [`/docs/${name}`, ...(name === "index.html" ? ["/docs/"] : [])];
    router.get(paths, limit, send(extname(name), content, { ...policy, "Referrer-Policy": "no-referrer" }));
  }
  router.get(/^\/docs\//, limit, (_request, _response, next) => next(new ApiError("not_found", {})));
  return router;
}

/** The contract as it is published, with this server in the place of the one that a reader has to name. */
function contract(name: string): Buffer {
  const text = read(`generated/${name}`).toString();
  if (name.endsWith(".yaml"))
    return Buffer.from(text.replace(/^servers:\n(?: .*\n)+/m, "servers:\n  - url: /\n"));
  return Buffer.from(
    `${JSON.stringify({ ...(JSON.parse(text) as object), servers: [{ url: "/" }] }, null, 2)}\n`,
  );
}

const read = (name: string) => readFileSync(new URL(name, root));

/** The built docs, by name; none while they are not built. */
function pages(): [name: string, content: Buffer][] {
  const folder = new URL("generated/docs/", root);
  if (!existsSync(folder)) return [];
  const names = readdirSync(fileURLToPath(folder));
  return names.map((name) => [name, readFileSync(new URL(name, folder))]);
}

/** Sends a document whole, or 304 to a client that has it (RFC 9110, section 13.1.2). */
function send(type: string, content: Buffer, headers = {}): RequestHandler {
  const tag = `"${hash("sha256", content)}"`;
  return (_request, response) => {
    response.type(type).set({
      ...headers,
      ETag: tag,
      "Cache-Control": "no-cache", // may be kept, and is asked for again
      "X-Content-Type-Options": "nosniff",
    });
    response.send(content);
  };
}

/** The policy that a page states itself, at its top: it holds the hashes of the page's scripts. */
function policyOf(page: Buffer): string {
  const top = page.toString("utf8", 0, 2048);
  return /"Content-Security-Policy" content="([^"]*)"/.exec(top)?.[1] ?? "default-src 'none'";
}
