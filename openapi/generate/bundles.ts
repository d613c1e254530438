import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { sampleCall } from "./samples/sample-call.ts";
import { languages } from "./samples/languages.ts";
import {
  operationsOf,
  type Contract,
  requirementOf,
  schemeOf,
  type Requirement,
} from "../model/contract.ts";
import { jsonOf } from "../model/json.ts";
import { listIn } from "../model/node.ts";
import { withoutEmptyDefaults } from "../model/defaults.ts";
import { forOthers } from "../model/read-contract.ts";
import { edition30 } from "./edition-30.ts";
import { editionForGenerators } from "./edition-for-generators.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));
const yamlBanner =
  "# Generated from the source of the contract by `npm run generate`. Do not edit.\n";

/** The contract as its readers get it, which is made and not committed: file name → content. */
export function bundlesOf(contract: Contract): Map<string, string> {
  const published = forOthers(withSamples(describedContract(contract)));
  const forGenerators = editionForGenerators(publishedContract(contract));
  const written = withoutEmptyDefaults(published);
  const written30 = withoutEmptyDefaults(edition30(published).contract);
  const yaml = { aliasDuplicateObjects: false, lineWidth: 120 };
  return new Map([
    ["openapi.json", json(written)],
    ["openapi-3.0.json", json(written30)],
    [
      "openapi-codegen.json",
      json(withoutEmptyDefaults(forGenerators.contract)),
    ],
    ["openapi.yaml", yamlBanner + stringify(written, yaml)],
  ]);
}

/** Adds the samples of each call in every language of the docs. Scalar and other tools show them. */
function withSamples(published: Contract): Contract {
  for (const located of operationsOf(published)) {
    const call = sampleCall(published, located);
    const samples = languages.map(({ name, sample }) => ({
      lang: name === "curl" ? "Shell" : name,
      label: name,
      source: sample(call).trim(),
    }));
    const operation: object =
      published.paths[located.path]?.[located.method] ?? {};
    // The author's own samples come first.
    const own = listIn({ ...operation }, "x-codeSamples");
    Object.assign(operation, { "x-codeSamples": [...own, ...samples] });
  }
  return published;
}

/**
 * Writes the bundles that are missing in `generated/` or older than the contract, each whole, as a
 * server may wait for it.
 */
export function writeBundles(contract: Contract): void {
  for (const [name, content] of bundlesOf(contract)) {
    if (
      existsSync(folder + name) &&
      readFileSync(folder + name, "utf8") === content
    )
      continue;
    writeFileSync(`${folder}${name}.new`, content);
    renameSync(`${folder}${name}.new`, folder + name);
  }
}

/** JSON as `generated/` has it. */
export const json = (value: unknown): string => `${jsonOf(value, 2)}\n`;

/** Returns the contract as its readers get it, without samples. */
export const publishedContract = (contract: Contract): Contract =>
  forOthers(describedContract(contract));

/**
 * Returns the contract as its readers get it: with the scopes that each operation needs in its
 * description, and with all scopes in the description of the API key. For operations that browsers
 * may call, `security` is enough.
 */
function describedContract(contract: Contract): Contract {
  const result = structuredClone(contract);
  for (const scheme of Object.values(result.components.securitySchemes)) {
    if (!scheme["x-scopes"]) continue;
    const scopes = Object.entries(scheme["x-scopes"]).map(
      ([scope, grants]) => `- \`${scope}\`: ${grants}`,
    );
    scheme.description = `${scheme.description?.trimEnd()}\n\nThe scopes:\n\n${scopes.join("\n")}\n`;
  }
  for (const { method, path } of operationsOf(contract)) {
    const operation = result.paths[path]?.[method];
    if (!operation || !schemeOf(contract, operation)?.["x-scopes"]) continue;
    operation.description = `${operation.description.trimEnd()}\n\n${inWords(requirementOf(operation))}`;
  }
  return result;
}

function inWords({ scopes }: Requirement): string {
  if (scopes.length === 0) return "Any API key will do, whatever its scopes.";
  const names = scopes.map((scope) => `\`${scope}\``).join(" and ");
  return `The API key needs the ${scopes.length === 1 ? "scope" : "scopes"} ${names}.`;
}
