import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, command, copyProgram, Unavailable } from "../command.ts";
import { npm, npmBin, python, pythonBin } from "../installs.ts";
import { questions, type Tool, type Work } from "../tool.ts";
import { openapiGenerator } from "./compiled.ts";

type Program = Pick<Tool, "compile" | "run">;

/** Compiles a program of `programs/typescript` with the generated client, strictly, and runs it. */
const typescript = (file: string): Program => ({
  compile: ({ folder }) => {
    copyProgram("typescript", folder);
    const options = { strict: true, noEmit: true, skipLibCheck: true, types: ["node"], ...modern };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [file] }));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    return command(npmBin("tsc"), ["-p", folder]);
  },
  run: (trial) => ask(trial, process.execPath, ["--import", import.meta.resolve("tsx"), file]),
});
const modern = { target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"] };

const orval =
  (client: string): Work =>
  ({ folder, contract }) => {
    const output = join(folder, "client/client.ts");
    return command(npmBin("orval"), ["--input", contract, "--output", output, "--client", client]);
  };

/**
 * Imports a client, and runs a program of `programs/python` with it.
 * @param folder where Python finds the client
 * @param types the package that mypy checks, where the client promises types
 */
function pythonProgram(file: string, folder: string, types?: string): Program {
  const env = { PYTHONPATH: folder };
  return {
    compile: async (trial) => {
      copyProgram("python", trial.folder);
      const options = { cwd: trial.folder, env };
      await command(pythonBin("python"), ["-m", "compileall", "-q", folder], options);
      if (types) await command(pythonBin("mypy"), ["--strict", join(folder, types)], options);
    },
    run: (trial) => ask(trial, pythonBin("python"), [file], env),
  };
}

/** It runs ruff, which is installed beside it. */
export const openapiPythonClient = (contract: string, output: string, ...more: string[]) =>
  command(
    pythonBin("openapi-python-client"),
    ["generate", "--path", contract, "--output-path", output, "--fail-on-warning", ...more],
    { env: { PATH: `${pythonBin("")}:${process.env["PATH"]}` } },
  );

const pythonClient = (edition: "contract" | "contract30") => ({
  ...openapiGenerator("python", { edition, needs: ["python3"], install: python }),
  ...pythonProgram("openapi_generator.py", "client"),
});

/** Languages whose libraries come with the system: no registry that we use has them. */
const php = openapiGenerator("php", {
  needs: ["php"],
  install: () =>
    library(
      "php",
      ["-r", "require 'GuzzleHttp/autoload.php'; mb_strlen(''); curl_init();"],
      "php-guzzlehttp-guzzle",
    ),
});
const ruby = openapiGenerator("ruby", {
  needs: ["ruby"],
  install: () => library("ruby", ["-rtyphoeus", "-e", ""], "ruby-typhoeus"),
});

/** @throws Unavailable when the system lacks a library, by the name of its Debian package */
const library = (program: string, look: string[], name: string) =>
  command(program, look).catch(() => {
    throw new Unavailable(`no ${name}`);
  });

/** Looks at the syntax of each file of the client. */
const syntax =
  (folder: string, ending: string, check: string): Work =>
  (trial) => {
    copyProgram(folder, trial.folder);
    const each = `find client/lib -name '*.${ending}' -print0 | xargs -0 -n 1 ${check}`;
    return command("sh", ["-c", each], { cwd: trial.folder });
  };

/** Clients, models and schemas in languages that are not compiled. */
export const scriptedTools: Tool[] = [
  {
    name: "openapi-generator typescript-fetch",
    ...openapiGenerator("typescript-fetch", { install: () => npm("typescript") }),
    ...typescript("openapi-generator-fetch.ts"),
  },
  {
    name: "openapi-generator typescript-axios",
    ...openapiGenerator("typescript-axios", { install: () => npm("axios", "typescript") }),
    ...typescript("openapi-generator-axios.ts"),
  },
  {
    name: "@hey-api/openapi-ts",
    needs: [],
    install: () => npm("@hey-api/openapi-ts", "typescript"),
    generate: ({ folder, contract }) => {
      const output = join(folder, "client");
      return command(npmBin("openapi-ts"), ["-i", contract, "-o", output, "-c", "@hey-api/client-fetch"]);
    },
    ...typescript("hey-api.ts"),
  },
  {
    name: "orval fetch",
    ...{ needs: [], install: () => npm("orval", "typescript"), generate: orval("fetch") },
    ...typescript("orval-fetch.ts"),
  },
  {
    name: "orval zod",
    ...{ needs: [], install: () => npm("orval", "typescript", "zod"), generate: orval("zod") },
    ...typescript("orval-zod.ts"),
    // It makes no schemas of errors and webhooks.
    asks: questions.filter((question) => question !== "conflict" && question !== "webhooks"),
  },
  {
    name: "openapi-generator python",
    ...pythonClient("contract"),
    faults: { compile: "openapi-generator-python-webhooks" },
  },
  { name: "openapi-generator python, 3.0", ...pythonClient("contract30") },
  {
    name: "openapi-python-client",
    needs: ["python3"],
    install: python,
    generate: ({ folder, contract }) => openapiPythonClient(contract, join(folder, "client")),
    ...pythonProgram("openapi_python_client.py", "client", "contacts_api_client"),
  },
  {
    name: "datamodel-code-generator",
    needs: ["python3"],
    install: python,
    generate: ({ folder, contract }) => {
      mkdirSync(join(folder, "client"));
      const output = join(folder, "client/models.py");
      return command(pythonBin("datamodel-codegen"), [
        ...["--input", contract, "--input-file-type", "openapi", "--output", output],
        ...["--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"],
      ]);
    },
    ...pythonProgram("datamodel_code_generator.py", "."),
  },
  {
    name: "openapi-generator php",
    ...php,
    compile: syntax("php", "php", "php -l"),
    run: (trial) => ask(trial, "php", ["openapi-generator.php"]),
  },
  {
    name: "openapi-generator ruby",
    ...ruby,
    compile: syntax("ruby", "rb", "ruby -c"),
    run: (trial) => ask(trial, "ruby", ["-Iclient/lib", "openapi_generator.rb"]),
  },
];
