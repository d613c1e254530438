import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.ts";
import { python, pythonBin } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";
import { openapiGenerator } from "./openapi-generator.ts";

const generator = openapiGenerator("python");
const generator30 = openapiGenerator("python", [], "contract30");

/** Clients and models in Python. */
export const pythonTools: Tool[] = [
  {
    name: "openapi-generator python",
    needs: ["java", "mvn", "python3"],
    install: () => Promise.all([python(), generator.install()]),
    generate: generator.generate,
    ...program("openapi_generator.py", "client"),
    faults: { compile: "openapi-generator-python-webhooks.yaml" },
  },
  {
    name: "openapi-generator python, 3.0",
    needs: ["java", "mvn", "python3"],
    install: () => Promise.all([python(), generator30.install()]),
    generate: generator30.generate,
    ...program("openapi_generator.py", "client"),
  },
  {
    name: "openapi-python-client",
    needs: ["python3"],
    install: python,
    generate: ({ folder, contract }) =>
      command(
        pythonBin("openapi-python-client"),
        ["generate", "--path", contract, "--output-path", join(folder, "client"), "--fail-on-warning"],
        // It runs ruff, which is installed beside it.
        { env: { PATH: `${pythonBin("")}:${process.env["PATH"]}` } },
      ),
    ...program("openapi_python_client.py", "client", "contacts_api_client"),
  },
  {
    name: "datamodel-code-generator",
    needs: ["python3"],
    install: python,
    generate: ({ folder, contract }) => {
      mkdirSync(join(folder, "client"));
      return command(pythonBin("datamodel-codegen"), [
        ...[
          "--input",
          contract,
          "--input-file-type",
          "openapi",
          "--output",
          join(folder, "client/models.py"),
        ],
        ...["--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"],
      ]);
    },
    ...program("datamodel_code_generator.py", "."),
  },
];

/**
 * Imports a client, and runs a program of `programs/python` with it.
 * @param folder where Python finds the client
 * @param types the package that mypy checks, where the client promises types
 */
function program(file: string, folder: string, types?: string): Pick<Tool, "compile" | "run"> {
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
