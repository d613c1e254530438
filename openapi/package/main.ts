import { readOptions, runProgram } from "../options.ts";
import { packTools } from "./pack-tools.ts";

const help = `npm run tools -- --out DIR

Builds contract-tools into the folder DIR: one package with lint, diff, generate, docs, mock and conformance, for any contract.

  --out DIR    the folder of the file, e.g. of contract-tools-0.0.0.tgz
`;

async function main(): Promise<void> {
  const { out } = readOptions(help, { out: { type: "string" } });
  if (out === undefined) throw new Error("Give a folder: --out DIR.");
  console.log(`wrote ${await packTools(out)}`);
}

await runProgram(main);
