import "../collect-early.ts";
import { hash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { bundlesOf, json } from "./bundles.ts";
import { bodiesFile, callsFile, constantsFile } from "./constants-file.ts";
import { editorSchema } from "./editor-schema.ts";
import { examplesFile } from "./examples-file.ts";
import { extensionsFile, scopesFunction } from "./methods/extensions-file.ts";
import { methodsFile } from "./methods/methods-file.ts";
import { objectsFile, typesFile } from "./types-file.ts";
import { operationsFile } from "./operations-file.ts";
import { otherClientsOf, schemeOf, type Contract } from "../model/contract.ts";
import type { Node } from "../model/node.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { hashOfYaml } from "../parsed-yaml.js";
import { requireSupported } from "../model/supported.ts";
import { makeFor, writeFiles } from "./out.ts";
import { checkErrorExamples } from "../model/errors.ts";
import { strictContract } from "./strict.ts";
import { messageOf, readCommand, runProgram } from "../options.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));

/** Files and folders that other commands write here. */
const built = ["README.md", "client", "docs", "mock", "packages"];

/**
 * Everything that is generated; the bundles are not committed: file name → content. The same bytes
 * on every machine.
 */
export async function generate(
  file = contractFile,
): Promise<Map<string, string>> {
  const { files: sources, contract } = await readContract(file);
  requireSupported(contract as Contract & Node);
  checkErrorExamples(contract);
  const strict = strictContract(contract);
  const clients = [undefined, ...otherClientsOf(contract)];
  const banner =
    "// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.\n\n";
  const files = new Map([
    ["operations.ts", banner + operationsFile(strict)],
    ["constants.ts", banner + constantsFile(strict)],
    ["objects.ts", banner + objectsFile(strict)],
    ["calls.ts", banner + callsFile(strict)],
    ["bodies.ts", banner + bodiesFile(strict)],
    ["examples.ts", banner + examplesFile(strict).text],
    ...clients.map((client): [string, string] => [
      client === undefined ? "methods.ts" : `${client}-methods.ts`,
      banner +
        methodsFile(
          strict,
          (operation) => schemeOf(strict, operation)?.["x-client"] === client,
        ) +
        (client === undefined ? scopesFunction(strict) : ""),
    ]),
    ["extensions.ts", banner + extensionsFile(strict)],
    ...bundlesOf(contract),
    ["strict.json", json(strict)],
    // The last, as it says less of a reference that leads nowhere.
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

/**
 * Names of the files in a `generated/` that are missing, left over or differ from what the contract
 * gives.
 */
export function drift(expected: Map<string, string>, at = folder): string[] {
  const found = readdirSync(at, { withFileTypes: true })
    .map((entry) => entry.name)
    .filter((name) => !built.includes(name));
  return [...new Set([...expected.keys(), ...found])].filter(
    (name) =>
      !expected.has(name) ||
      !found.includes(name) ||
      expected.get(name) !== readFileSync(at + name, "utf8"),
  );
}

const hashes = (
  files: Map<string, string>,
  hashOf: (content: string) => string | undefined,
): Record<string, string | undefined> =>
  Object.fromEntries(
    [...files].map(([name, content]) => [name, hashOf(content)]),
  );

const help = `npm run generate [-- --check]
npm run generate -- FILE --out DIR

Writes generated/ from openapi/openapi.yaml, or what others need of the contract FILE into the folder DIR: openapi.json,
openapi.yaml, openapi-3.0.json, openapi-codegen.json for generators of clients, types.ts, and in client/ a client that
needs no package.

  --check    only says what differs

Ends with 0, or with 1 when something differs or the contract cannot be read.
`;

async function main(): Promise<void> {
  const { values: options, file } = readCommand(help, {
    check: { type: "boolean" },
    out: { type: "string" },
  });
  if (file !== undefined || options.out !== undefined)
    return generateInto(file, options.out);
  mkdirSync(folder, { recursive: true });
  const files = await generate().catch((error: unknown) => {
    throw new Error(
      `${messageOf(error)}\nThe line, and more that is wrong: npm run lint`,
      { cause: error },
    );
  });
  const stale = drift(files);
  if (options.check) return checkCommitted(stale);
  for (const name of stale) {
    const content = files.get(name);
    if (content === undefined) rmSync(folder + name, { recursive: true });
    else writeFileSync(folder + name, content);
    console.log(
      `${content === undefined ? "removed" : "wrote"} generated/${name}`,
    );
  }
  if (stale.length === 0) console.log("generated/ matches the contract.");
}

/**
 * Writes what others need of a contract into a folder. Nothing is written of a contract that is
 * broken.
 * @throws Error in one line
 */
async function generateInto(
  file: string | undefined,
  out: string | undefined,
): Promise<void> {
  if (file === undefined || out === undefined)
    throw new Error("Give a contract and a folder: FILE --out DIR.");
  const { files, notes } = await makeFor(file);
  writeFiles(out, files);
  for (const note of notes) console.error(note);
  console.log(
    `wrote ${out}: openapi.json, openapi.yaml, openapi-3.0.json, openapi-codegen.json, types.ts and client/`,
  );
}

/**
 * @throws Error when one of these files is committed: a clone has no bundles until something makes
 *   them
 */
export function checkCommitted(stale: string[]): void {
  const committed = stale.filter((name) => !isBundle(name));
  if (committed.length === 0)
    return console.log("generated/ matches the contract.");
  throw new Error(
    `generated/ does not match openapi/openapi.yaml: ${committed.join(", ")}.\nMend it with: npm run generate`,
  );
}

const isBundle = (name: string) => name.startsWith("openapi");

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url))
  await runProgram(main);
