import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { serverOf } from "../docs/samples/address.ts";
import { sampleCall } from "../docs/samples/call.ts";
import { languages } from "../docs/samples/languages.ts";
import { operationsOf, type Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { edition30 } from "./edition-30.ts";
import { publishedContract } from "./published.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));
const yamlBanner = "# Generated from the source of the contract by `npm run generate`. Do not edit.\n";

/** The contract as its readers get it, which is made and not committed: file name → content. */
export function bundlesOf(contract: Contract): Map<string, string> {
  const published = withSamples(publishedContract(contract));
  return new Map([
    ["openapi.json", json(published)],
    ["openapi-3.0.json", json(edition30(published))],
    ["openapi.yaml", yamlBanner + stringify(published, { aliasDuplicateObjects: false, lineWidth: 120 })],
  ]);
}

/** With each call in every language of the docs, which Redoc, Scalar and others show. */
function withSamples(published: Contract): Contract {
  const address = serverOf(published);
  for (const located of operationsOf(published)) {
    const call = sampleCall(published, located);
    const samples = languages.map(({ name, sample }) => ({
      lang: name === "curl" ? "Shell" : name,
      label: name,
      source: sample(call).trim().replaceAll("$BASE_URL", address),
    }));
    Object.assign(published.paths[located.path]?.[located.method] ?? {}, { "x-codeSamples": samples });
  }
  return published;
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
