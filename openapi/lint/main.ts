import { readFileSync } from "node:fs";
import { contractFile } from "../model/read-contract.ts";
import { readOptions, runProgram } from "../options.ts";
import { createLint } from "./lint.ts";
import { lintReport } from "./report.ts";

const help = `npm run lint   checks openapi/openapi.yaml against the design guide, openapi/README.md
`;

async function main(): Promise<void> {
  readOptions(help, {});
  const lint = await createLint();
  const problems = await lint(readFileSync(contractFile, "utf8"));
  if (problems.length === 0)
    return console.log("openapi/openapi.yaml is clean.");
  console.error(lintReport(problems));
  process.exitCode = 1;
}

await runProgram(main);
