import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { stringify } from "yaml";
import { makeFor, writeFiles } from "../../../openapi/generate/out.ts";
import { compileFolder } from "../../support/compile-folder.ts";
import { temporaryFolder } from "../../support/folder.ts";

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
