import express, { Router } from "express";
import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { root } from "../root.ts";

const path = (name: string) => fileURLToPath(new URL(name, root));

/** The contract and its reference pages, without a key: `/openapi.yaml`, `/openapi.json`, `/docs/`. */
export function documents(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/openapi.yaml", (_request, response) => {
    response.type("application/yaml").sendFile(path("openapi/openapi.yaml"));
  });
  router.get("/openapi.json", (_request, response) => {
    response.type("application/json").sendFile(path("generated/openapi.json"));
  });
  router.get("/docs", (_request, response) => response.redirect("docs/"));
  router.get("/docs/{*file}", async (_request, response, next) => {
    const policy = await policyOf(path("generated/docs/index.html"));
    response.set({
      "Content-Security-Policy": `${policy}; frame-ancestors 'none'`,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    });
    next();
  });
  router.use("/docs", express.static(path("generated/docs"), { redirect: false }));
  return router;
}

/** The policy that the page states itself, at its top: it holds the hashes of the page's scripts. */
async function policyOf(page: string): Promise<string> {
  const top = await text(createReadStream(page, { end: 2047 })).catch(() => ""); // the docs may not be built
  return /"Content-Security-Policy" content="([^"]*)"/.exec(top)?.[1] ?? "default-src 'none'";
}
