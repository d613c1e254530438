import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * The folder that contains `openapi/`, `generated/` and `server/`: the repository, or the folder that the server was built
 * into, where this code is in a file of `server/` itself.
 */
export const root = new URL(import.meta.url.slice(0, import.meta.url.lastIndexOf("/server/") + 1));

const read = (name: string) => readFileSync(new URL(name, root), "utf8");

/** What is read of the contract. */
export interface Document {
  paths: Record<string, Record<string, Declared>>;
  components: {
    schemas: Record<string, { properties?: Record<string, object> }>;
    parameters: Record<string, Parameter>;
  };
}

/** An operation as the contract declares it. */
export interface Declared {
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean };
  responses: Record<string, object | Reference | undefined>;
  "x-deprecated-on"?: string;
  "x-sunset"?: string;
}

interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: "query" | "header" | "path";
  required?: boolean;
}

/** The part of `generated/manifest.json` that is read here. */
interface Manifest {
  contract: { files: Record<string, string> };
  files: Record<"strict.json", string>;
}

let loaded: Document | undefined;

/**
 * The contract as it was generated, when every schema in it was compiled. The lists whose elements are checked one by one
 * (`x-per-element`) take any elements.
 * @throws Error when `generated/` is older than the contract, or was edited.
 */
export function loadContract(): Document {
  if (loaded) return loaded;
  const { contract, files } = JSON.parse(read("generated/manifest.json")) as Manifest;
  for (const [name, hash] of Object.entries(contract.files))
    if (sha256(read(`openapi/${name}`)) !== hash)
      throw new Error(`openapi/${name} has changed since it was generated from. Run: npm run generate`);
  const text = read("generated/strict.json");
  if (sha256(text) !== files["strict.json"]) {
    throw new Error("generated/strict.json is not as it was generated. Run: npm run generate");
  }
  loaded = JSON.parse(text) as Document;
  for (const { properties = {} } of Object.values(loaded.components.schemas))
    for (const list of Object.values(properties))
      if ("x-per-element" in list) Object.assign(list, { items: {} });
  return loaded;
}

const sha256 = (text: string) => hash("sha256", text);
