import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Document } from "./request-check.ts";

/**
 * The folder that contains `openapi/`, `generated/` and `server/`: the repository, or the folder
 * that the server was built into, where this code is in a file of `server/` itself.
 */
export const root = new URL(
  import.meta.url.slice(0, import.meta.url.lastIndexOf("/server/") + 1),
);

const read = (name: string) => readFileSync(new URL(name, root), "utf8");

/** The part of `generated/manifest.json` that is read here. */
interface Manifest {
  files: Record<"strict.json", string>;
}

/**
 * Loads the contract as it was generated, when every schema in it was compiled.
 * @throws Error when it was edited
 */
export function loadContract(): Document {
  const { files } = JSON.parse(read("generated/manifest.json")) as Manifest;
  const text = read("generated/strict.json");
  if (sha256(text) !== files["strict.json"]) {
    throw new Error(
      "generated/strict.json is not as it was generated. Run: npm run generate",
    );
  }
  return JSON.parse(text) as Document;
}

const sha256 = (text: string) => hash("sha256", text);
