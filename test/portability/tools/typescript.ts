import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.ts";
import { npm, npmBin } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import { questions, type Tool, type Work } from "../tool.ts";
import { openapiGenerator } from "./openapi-generator.ts";

const fetchGenerator = openapiGenerator("typescript-fetch");
const axiosGenerator = openapiGenerator("typescript-axios");

/** Clients and schemas in TypeScript. */
export const typescriptTools: Tool[] = [
  {
    name: "openapi-generator typescript-fetch",
    needs: ["java", "mvn"],
    install: () => Promise.all([npm(), fetchGenerator.install()]),
    generate: fetchGenerator.generate,
    ...program("openapi-generator-fetch.ts"),
  },
  {
    name: "openapi-generator typescript-axios",
    needs: ["java", "mvn"],
    install: () => Promise.all([npm(), axiosGenerator.install()]),
    generate: axiosGenerator.generate,
    ...program("openapi-generator-axios.ts"),
    faults: { compile: "openapi-generator-axios-error.yaml" },
  },
  {
    name: "@hey-api/openapi-ts",
    needs: [],
    install: npm,
    generate: ({ folder, contract }) =>
      command(npmBin("openapi-ts"), [
        "-i",
        contract,
        "-o",
        join(folder, "client"),
        "-c",
        "@hey-api/client-fetch",
      ]),
    ...program("hey-api.ts"),
  },
  {
    name: "orval fetch",
    needs: [],
    install: npm,
    generate: orval("fetch"),
    ...program("orval-fetch.ts"),
  },
  {
    name: "orval zod",
    needs: [],
    install: npm,
    generate: orval("zod"),
    ...program("orval-zod.ts"),
    // It makes no schemas of errors and webhooks.
    asks: questions.filter((question) => question !== "conflict" && question !== "webhooks"),
  },
];

function orval(client: string): Work {
  return ({ folder, contract }) =>
    command(npmBin("orval"), [
      "--input",
      contract,
      "--output",
      join(folder, "client/client.ts"),
      "--client",
      client,
    ]);
}

/** Compiles a program of `programs/typescript` with the generated client, strictly, and runs it. */
function program(file: string): Pick<Tool, "compile" | "run"> {
  return {
    compile: (trial) => {
      copyProgram("typescript", trial.folder);
      const options = { strict: true, noEmit: true, skipLibCheck: true, types: ["node"], ...modern };
      writeFileSync(
        join(trial.folder, "tsconfig.json"),
        JSON.stringify({ compilerOptions: options, files: [file] }),
      );
      writeFileSync(join(trial.folder, "package.json"), '{ "type": "module" }');
      return command(npmBin("tsc"), ["-p", trial.folder]);
    },
    run: (trial) => ask(trial, process.execPath, ["--import", import.meta.resolve("tsx"), file]),
  };
}

const modern = { target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"] };
