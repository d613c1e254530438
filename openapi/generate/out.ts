import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { mapNodes, type Node } from "../model/node.ts";
import type { Contract } from "../model/contract.ts";
import { readContract } from "../model/read-contract.ts";
import { requireSupported } from "../model/supported.ts";
import { bundlesOf } from "./bundles.ts";
import { callsFile } from "./constants-file.ts";
import { edition30 } from "./edition-30.ts";
import { extensionsFile, methodsFile, scopesFunction } from "./methods-file.ts";
import { strictContract } from "./strict.ts";
import { typesFile } from "./types-file.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const banner = "// Generated from a contract of OpenAPI. Do not edit.\n\n";

/** The files that are generated from a contract: the text of each by its path, and notes for the reader. */
interface Made {
  files: Map<string, string>;
  notes: string[];
}

/**
 * Makes of any contract what others read of it: the bundles, the types, and a client in `client/`, which needs no package.
 * @throws Error in one line for a contract that would be read in part alone
 */
export async function makeFor(file: string): Promise<Made> {
  const { contract: written } = await readContract(file);
  requireSupported(written as Contract & Node);
  const contract = withoutClients(written);
  const strict = strictContract(contract);
  const { leftOut } = edition30(contract);
  const files = new Map([
    ...bundlesOf(contract),
    ["types.ts", banner + (await typesFile(strict))],
    ["generated/types.ts", `${banner}export type * from "../types.ts";\n`],
    ["generated/calls.ts", banner + callsFile(strict)],
    [
      "generated/methods.ts",
      banner + methodsFile(strict, () => true) + scopesFunction(strict),
    ],
    ["generated/extensions.ts", banner + extensionsFile(strict)],
    ...clientFiles(),
  ]);
  const ofEdition =
    leftOut.length > 0
      ? [
          `openapi-3.0.json accepts more than the contract, as OpenAPI 3.0 has no ${leftOut.join(", ")}.`,
        ]
      : [];
  return { files, notes: ofEdition };
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Map<string, string>): void {
  for (const [name, content] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** `x-client` names files of this repository. */
const withoutClients = (contract: Contract): Contract =>
  mapNodes(contract, ({ "x-client": _, ...node }) => node);

/** The client's files that are of no API, with the library that they stand on. */
function clientFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const open = ["client/index.ts"];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (files.has(name)) continue;
    const text = readFileSync(join(root, name), "utf8");
    files.set(
      name,
      text.replace('from "openapi-fetch"', 'from "./libraries/index.mjs"'),
    );
    for (const [, path = ""] of text.matchAll(/from "(\.[^"]*)"/g)) {
      const imported = relative(root, join(root, dirname(name), path));
      if (imported.startsWith("client/")) open.push(imported);
    }
  }
  for (const [name, file] of libraries)
    files.set(`client/libraries/${name}`, file);
  return files;
}

/** openapi-fetch and its types, so that nothing has to be installed. */
const libraries = new Map(
  [
    ["openapi-fetch/dist", "index.mjs"],
    ["openapi-fetch/dist", "index.d.mts"],
    ["openapi-typescript-helpers", "index.d.ts"],
  ].map(([folder = "", name = ""]) => {
    const path = join(root, "node_modules", folder, name);
    const text = readFileSync(path, "utf8").replaceAll(
      '"openapi-typescript-helpers"',
      '"./openapi-typescript-helpers.d.ts"',
    );
    const isHelper = folder === "openapi-typescript-helpers";
    return [isHelper ? `${folder}.d.ts` : name, text] as const;
  }),
);
