import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command } from "../command.ts";
import { npm, npmBin, python, pythonBin } from "../installs.ts";
import { copyProgram } from "../program.ts";
import type { Tool, Work } from "../tool.ts";

/** What reads the contract and generates nothing: linters, validators, importers. */
export const readerTools: Tool[] = [
  { name: "spectral:oas", needs: [], install: npm, check: spectral("spectral.yaml") },
  { name: "spectral, IBM", needs: [], install: npm, check: spectral("ibm.yaml") },
  { name: "spectral, OWASP", needs: [], install: npm, check: spectral("owasp.yaml") },
  {
    name: "openapi-spec-validator",
    needs: ["python3"],
    install: python,
    check: ({ contract }) => command(pythonBin("openapi-spec-validator"), [contract]),
  },
  {
    name: "openapi-spec-validator, 3.0",
    needs: ["python3"],
    install: python,
    check: ({ contract30 }) => command(pythonBin("openapi-spec-validator"), [contract30]),
  },
  { name: "swagger-parser", needs: [], install: npm, check: importer("swagger-parser.mjs") },
  { name: "Postman converter", needs: [], install: npm, check: importer("postman.mjs") },
  { name: "Bruno converter", needs: [], install: npm, check: importer("bruno.mjs") },
];

/** Lints with a ruleset of `lint/`, and fails at a warning too. */
function spectral(file: string): Work {
  return ({ folder, contract }) => {
    // Beside the packages that it extends.
    const ruleset = join(folder, file);
    copyFileSync(fileURLToPath(new URL(`../lint/${file}`, import.meta.url)), ruleset);
    return command(npmBin("spectral"), [
      "lint",
      contract,
      "-r",
      ruleset,
      "-f",
      "text",
      "--fail-severity",
      "hint",
    ]);
  };
}

function importer(file: string): Work {
  return ({ folder, contract }) => {
    copyProgram("importers", folder);
    return command(process.execPath, [join(folder, file), contract]);
  };
}
