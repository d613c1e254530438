import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Document } from "./validator.ts";

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

/**
 * The contract as it was generated.
 * @throws Error when `generated/` is older than `openapi/openapi.yaml`.
 */
export function loadContract(): Document {
  const { contract } = JSON.parse(read("generated/manifest.json")) as { contract: { sha256: string } };
  if (createHash("sha256").update(read("openapi/openapi.yaml")).digest("hex") !== contract.sha256) {
    throw new Error("openapi/openapi.yaml has changed since it was generated from. Run: npm run generate");
  }
  return JSON.parse(read("generated/openapi.json")) as Document;
}
