import "../collect-early.ts";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { messageOf, readCommand, runProgram } from "../options.ts";
import { checkCommitted, drift, folder } from "./drift.ts";

const help = `npm run generate -- FILE --out DIR

Writes what others need of a contract into the folder DIR: openapi.json, openapi.yaml, openapi-3.0.json, openapi-codegen.json
for generators of clients, types.ts, and in client/ a client that needs no package. A project that compiles client/ sets
allowImportingTsExtensions in its tsconfig.json, or rewriteRelativeImportExtensions when tsc writes its JavaScript.

Ends with 0, or with 1 when the contract cannot be read.

In this repository: npm run generate writes generated/ from openapi/openapi.yaml. With -- --check it only says what differs,
and ends with 1 when something does.
`;

async function main(): Promise<void> {
  const { values: options, file } = readCommand(help, {
    check: { type: "boolean" },
    out: { type: "string" },
  });
  if (file !== undefined || options.out !== undefined)
    return generateInto(file, options.out);
  // Loaded only here, as loading takes seconds.
  const { generate } = await import("./generate.ts");
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
 * Writes the files of a contract into a folder. Writes nothing for a contract that is broken.
 * @throws Error in one line
 */
async function generateInto(
  file: string | undefined,
  out: string | undefined,
): Promise<void> {
  if (file === undefined || out === undefined)
    throw new Error("Give a contract and a folder: FILE --out DIR.");
  const { makeFor, writeFiles } = await import("./out.ts");
  const { noteFirstError } = await import("../lint/explained.ts");
  const { files, notes } = await makeFor(file);
  writeFiles(out, files);
  await noteFirstError(file);
  for (const note of notes) console.error(note);
  console.log(
    `wrote ${out}: openapi.json, openapi.yaml, openapi-3.0.json, openapi-codegen.json, types.ts and client/`,
  );
}

await runProgram(main);
