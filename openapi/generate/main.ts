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
import { callsFile, constantsFile } from "./constants-file.ts";
import { editorSchema } from "./editor-schema.ts";
import { examplesFile } from "./examples-file.ts";
import { extensionsFile, methodsFile, scopesFunction } from "./methods-file.ts";
import { objectsFile, typesFile } from "./types-file.ts";
import { operationsFile } from "./operations-file.ts";
import { otherClientsOf, schemeOf } from "../model/contract.ts";
import { contractFile, readContract } from "../model/read-contract.ts";
import { hashOfYaml } from "../parsed-yaml.js";
import { strictContract } from "./strict.ts";
import { messageOf, readOptions, runProgram } from "../options.ts";

const folder = fileURLToPath(new URL("../../generated/", import.meta.url));

/** What others make here. */
const built = ["README.md", "client", "docs", "mock"];

/** Everything that is generated; the bundles are not committed: file name → content. The same bytes on every machine. */
export async function generate(
  file = contractFile,
): Promise<Map<string, string>> {
  const { files: sources, contract } = await readContract(file);
  const strict = strictContract(contract);
  const clients = [undefined, ...otherClientsOf(contract)];
  const banner =
    "// Generated from openapi/openapi.yaml by `npm run generate`. Do not edit.\n\n";
  const files = new Map([
    ["operations.ts", banner + operationsFile(strict)],
    ["constants.ts", banner + constantsFile(strict)],
    ["objects.ts", banner + objectsFile(strict)],
    ["calls.ts", banner + callsFile(strict)],
    ["examples.ts", banner + examplesFile(strict)],
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

/** Names of the files in a `generated/` that are missing, left over or differ from what the contract gives. */
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

const help = `npm run generate [-- --check]   writes generated/ from openapi/openapi.yaml; --check only says what differs
`;

async function main(): Promise<void> {
  const options = readOptions(help, { check: { type: "boolean" } });
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

/** @throws Error when one of these files is committed: a clone has no bundles until something makes them */
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
