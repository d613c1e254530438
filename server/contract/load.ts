import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Contract, type Operation, operationsOf } from "../../openapi/model/contract.ts";
import type { OperationId } from "../../generated/operations.ts";

/**
 * The folder that contains `openapi/`, `generated/` and `server/`: the repository, or the folder that the server was built
 * into, where this code is in a file of `server/` itself.
 */
export const root = new URL(import.meta.url.slice(0, import.meta.url.lastIndexOf("/server/") + 1));

const read = (name: string) => readFileSync(new URL(name, root), "utf8");

/** The part of `generated/manifest.json` that is read here. */
interface Manifest {
  contract: { files: Record<string, string> };
  files: Record<"strict.json", string>;
}

let loaded: Contract | undefined;

/**
 * The contract as it was generated, when every schema in it was compiled. The elements of some lists are checked one by one
 * (`x-per-element`): here these lists take any.
 * @throws Error when `generated/` is older than the contract, or was edited.
 */
export function loadContract(): Contract {
  if (loaded) return loaded;
  const { contract, files } = JSON.parse(read("generated/manifest.json")) as Manifest;
  for (const [name, hash] of Object.entries(contract.files))
    if (sha256(read(`openapi/${name}`)) !== hash)
      throw new Error(`openapi/${name} has changed since it was generated from. Run: npm run generate`);
  const text = read("generated/strict.json");
  if (sha256(text) !== files["strict.json"]) {
    throw new Error("generated/strict.json is not as it was generated. Run: npm run generate");
  }
  loaded = JSON.parse(text, (_, value: unknown) =>
    typeof value === "object" && value !== null && "x-per-element" in value ? { ...value, items: {} } : value,
  ) as Contract;
  return loaded;
}

const sha256 = (text: string) => hash("sha256", text);

/** What the contract says of an operation. */
export function contractOf(id: OperationId): Operation {
  byId ??= new Map(operationsOf(loadContract()).map(({ operation }) => [operation.operationId, operation]));
  const operation = byId.get(id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

let byId: Map<string, Operation> | undefined;
