import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll } from "vitest";
import { stringify } from "yaml";
import { makeFor, writeFiles } from "../../../openapi/generate/out.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { run } from "../../support/process.ts";

/** Makes what `npm run generate -- FILE --out DIR` makes of a contract, in a folder of the test. */
export async function makeOut(contract: object | string) {
  const folder = temporaryFolder(afterAll);
  const file = join(folder, "contract.yaml");
  writeFileSync(
    file,
    typeof contract === "string"
      ? contract
      : stringify({
          openapi: "3.1.0",
          info: { title: "Depot", version: "1.0.0" },
          ...contract,
        }),
  );
  const { files, notes } = await makeFor(file);
  writeFiles(join(folder, "out"), files);
  return { out: join(folder, "out"), files, notes };
}

/** Compiles a program beside generated files. Returns the messages of the compiler. */
export function compileIn(out: string, program: string): Promise<string> {
  writeFileSync(join(out, "program.ts"), program);
  return compileFolder(out);
}

/** Compiles all files of a folder. Returns the messages of the compiler. */
export async function compileFolder(out: string): Promise<string> {
  const compilerOptions = {
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  };
  const config = join(out, "tsconfig.json");
  writeFileSync(config, JSON.stringify({ compilerOptions }));
  const compiler = resolve("node_modules/typescript-7/bin/tsc");
  const { stdout, stderr } = await run(compiler, ["-p", config]);
  return stdout + stderr;
}
