import { hash } from "node:crypto";
import { bundlesOf, json } from "./bundles.ts";
import { bodiesFile, callsFile, constantsFile } from "./constants-file.ts";
import { editorSchema } from "./editor-schema.ts";
import { examplesFile } from "./examples-file.ts";
import { extensionsFile, scopesFunction } from "./methods/extensions-file.ts";
import { methodsFile } from "./methods/methods-file.ts";
import { objectsFile } from "./objects-file.ts";
import { typesFile } from "./types-file.ts";
import { operationsFile } from "./operations-file.ts";
import { otherClientsOf, schemeOf, type Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";
import { contractFile } from "../model/contract-file.ts";
import { readContract } from "../model/read-contract.ts";
import { hashOfYaml } from "../parsed-yaml.js";
import { requireSupported } from "../model/supported.ts";
import { checkErrorExamples } from "../model/errors.ts";
import { requireValidSchemas, strictContract } from "./strict.ts";

/**
 * Generates the files of `generated/`, of which the bundles are not committed. The bytes are the same
 * on every machine.
 * @returns file name → content
 */
export async function generate(
  file = contractFile,
): Promise<Map<string, string>> {
  const { files: sources, contract } = await readContract(file);
  requireSupported(contract as Contract & Node, file);
  checkErrorExamples(contract);
  const strict = strictContract(contract);
  requireValidSchemas(strict);
  const banner =
    "// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.\n\n";
  const files = new Map([
    ["operations.ts", banner + operationsFile(strict)],
    ["constants.ts", banner + constantsFile(strict)],
    ["objects.ts", banner + objectsFile(strict)],
    ["calls.ts", banner + callsFile(strict)],
    ["bodies.ts", banner + bodiesFile(strict)],
    ["examples.ts", banner + examplesFile(strict).text],
    [
      "methods.ts",
      banner + methodsOf(strict, undefined) + scopesFunction(strict),
    ],
    ...otherClientsOf(contract).map((client): [string, string] => [
      `${client}-methods.ts`,
      banner + methodsOf(strict, client),
    ]),
    ["extensions.ts", banner + extensionsFile(strict)],
    ...bundlesOf(contract),
    ["strict.json", json(strict)],
    // The last one, because its error for a broken reference says the least.
    ["types.ts", banner + (await typesFile(strict))],
    ["editor.schema.json", `${JSON.stringify(editorSchema())}\n`],
  ]);
  const manifest = {
    contract: {
      version: contract.info.version,
      files: hashes(sources, hashOfYaml),
    },
    files: hashes(files, (content) => hash("sha256", content)),
  };
  return files.set("manifest.json", json(manifest));
}

/** Writes the methods of a client of `x-client`, or of the main client for undefined. */
const methodsOf = (contract: Contract, client: string | undefined): string =>
  methodsFile(
    contract,
    (operation) => schemeOf(contract, operation)?.["x-client"] === client,
  );

const hashes = (
  files: Map<string, string>,
  hashOf: (content: string) => string | undefined,
): Record<string, string | undefined> =>
  Object.fromEntries(
    [...files].map(([name, content]) => [name, hashOf(content)]),
  );
