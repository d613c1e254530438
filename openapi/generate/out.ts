import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { explained } from "../lint/explained.ts";
import { makeFolder } from "../make-folder.ts";
import type { Contract } from "../model/contract.ts";
import { withoutIgnoredHeaders } from "../model/ignored-headers.ts";
import { withJsonNamed } from "../model/media-names.ts";
import { mapNodes, type Node } from "../model/node.ts";
import { readContract } from "../model/read-contract.ts";
import { requireSupported } from "../model/supported.ts";
import { banner } from "./banner.ts";
import { bundlesOf } from "./bundles.ts";
import { clientFiles } from "./client-files.ts";
import { apiNames } from "./client-names.ts";
import { bodiesFile, callsFile, pathPrefix } from "./constants-file.ts";
import { extensionsFile, scopesFunction } from "./methods/extensions-file.ts";
import { methodsFile } from "./methods/methods-file.ts";
import { notesOf } from "./notes.ts";
import { withRequestSchemas } from "./request-schemas.ts";
import { defaultServer } from "./samples/server-address.ts";
import { strictContract } from "./strict.ts";
import { typesFile } from "./types-file.ts";

/**
 * The files that are generated from a contract: the text of each by its path, and notes for the
 * reader.
 */
interface Made {
  files: Map<string, string>;
  /** Short notes. With many places, `notes.txt` is among the files and has all. */
  notes: string[];
}

/**
 * Makes the files of any contract: the bundles, the types, and a client in `client/`, which needs
 * no package.
 * @throws Error in one line for a contract that would be read in part alone
 */
export const makeFor = (file: string): Promise<Made> =>
  explained(file, () => makeFiles(file));

/** Makes the files of a contract, and the notes about what some of them leave out. */
async function makeFiles(file: string): Promise<Made> {
  const { contract: written } = await readContract(file);
  requireSupported(written as Contract & Node, file);
  const contract = withoutClients(written);
  const strict = withRequestSchemas(
    withJsonNamed(withoutIgnoredHeaders(strictContract(contract))),
  );
  const files = new Map([
    ...bundlesOf(contract),
    ["types.ts", banner + (await typesFile(strict))],
    ["generated/types.ts", `${banner}export type * from "../types.ts";\n`],
    ["generated/calls.ts", banner + callsFile(strict)],
    ["generated/bodies.ts", banner + bodiesFile(strict)],
    [
      "generated/methods.ts",
      banner + methodsFile(strict, () => true) + scopesFunction(strict),
    ],
    ["generated/extensions.ts", banner + extensionsFile(strict)],
    ...clientFiles(
      apiNames(contract.info.title),
      defaultServer(contract, pathPrefix(contract)),
    ),
  ]);
  const { short, long } = notesOf(contract, strict);
  if (long.length === 0) return { files, notes: short };
  files.set("notes.txt", `${long.join("\n\n")}\n`);
  return { files, notes: [...short, "notes.txt lists all of them."] };
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Map<string, string>): void {
  makeFolder(folder);
  for (const [name, content] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

/** `x-client` names files of this repository. */
const withoutClients = (contract: Contract): Contract =>
  mapNodes(contract, ({ "x-client": _, ...node }) => node);
