import express, { Router } from "express";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The contract and its reference pages, without a key: `/openapi.yaml`, `/openapi.json`, `/docs`. */
export function documents(): Router {
  const router = Router();
  router.get("/openapi.yaml", (_request, response) => {
    response.type("application/yaml").sendFile(path("openapi/openapi.yaml"));
  });
  router.get("/openapi.json", (_request, response) => {
    response.type("application/json").sendFile(path("generated/openapi.json"));
  });
  router.use("/docs", express.static(path("generated/docs"), { redirect: false }));
  router.get("/docs", (_request, response) => {
    response.sendFile(path("generated/docs/index.html"));
  });
  return router;
}
