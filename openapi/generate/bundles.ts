import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { edition30 } from "./edition-30.ts";
import { publishedContract } from "./published.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));
const yamlBanner = "# Generated from the source of the contract by `npm run generate`. Do not edit.\n";

/** The contract as its readers get it, which is made and not committed: file name → content. */
export function bundlesOf(contract: Contract): Map<string, string> {
  const published = publishedContract(contract);
  return new Map([
    ["openapi.json", json(published)],
    ["openapi-3.0.json", json(edition30(published))],
    ["openapi.yaml", yamlBanner + stringify(published, { aliasDuplicateObjects: false, lineWidth: 120 })],
  ]);
}

/** Writes the bundles that are missing in `generated/` or older than the contract, each whole, as a server may wait for it. */
export function writeBundles({ contract } = readContract()): void {
  for (const [name, content] of bundlesOf(contract)) {
    if (existsSync(folder + name) && readFileSync(folder + name, "utf8") === content) continue;
    writeFileSync(`${folder}${name}.new`, content);
    renameSync(`${folder}${name}.new`, folder + name);
  }
}

/** JSON as `generated/` has it. */
export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
