import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ask, command, copyProgram } from "../command.ts";
import { classPath, go, goEnv, goModule, maven, npm, npmBin, python, pythonBin } from "../installs.ts";
import { questions, type Tool, type Trial, type Work } from "../tool.ts";

type Readable = Pick<Trial, "folder" | "contract"> & Partial<Trial>;
type Program = Pick<Tool, "compile" | "run">;

interface Options {
  /** What the generator is told beside its name, e.g. `packageName=contacts`. */
  properties?: string[];
  /** Which edition of the contract it reads. */
  edition?: "contract" | "contract30";
  /** The programs that its client needs, beside java and mvn. */
  needs?: string[];
  /** Installs what its client needs. */
  install?: () => Promise<unknown>;
}

/**
 * Without it the generators of Java and Go refuse fields that the contract does not name, although a schema without
 * `additionalProperties` allows them.
 */
export const open = "disallowAdditionalPropertiesIfNotPresent=false";

/** What all generators of openapi-generator have in common. The client is written to `client/` in the trial's folder. */
export const openapiGenerator = (
  generator: string,
  { properties = [], edition = "contract", needs = [], install }: Options = {},
): Pick<Tool, "needs" | "install"> & { generate: (trial: Readable) => Promise<string> } => ({
  needs: ["java", "mvn", ...needs],
  install: () => Promise.all([maven(), install?.()]),
  generate: ({ folder, ...trial }) => {
    const input = ["-i", trial[edition] ?? trial.contract, "-o", join(folder, "client")];
    const told = properties.length > 0 ? ["--additional-properties", properties.join(",")] : [];
    const program = [
      "-cp",
      classPath(/^openapi-generator-cli-/),
      "org.openapitools.codegen.OpenAPIGenerator",
    ];
    return command("java", [...program, "generate", "-g", generator, ...input, ...told]);
  },
});

/** Builds the client as a package of a module. A program stands beside it. */
const buildGo = ({ folder }: Trial, ...options: string[]) => {
  rmSync(join(folder, "client/go.mod"), { force: true });
  for (const name of ["go.mod", "go.sum"]) copyFileSync(join(goModule, name), join(folder, name));
  return command("go", ["build", ...options], { cwd: folder, env: goEnv });
};

const oapiCodegen = (edition: "contract" | "contract30"): Omit<Tool, "name"> => ({
  needs: ["go"],
  install: go,
  generate: ({ folder, [edition]: file }) => {
    mkdirSync(join(folder, "client"));
    writeFileSync(join(folder, "oapi-codegen.json"), oapiCodegenOptions("client", "client/client.go"));
    const program = join(goEnv.GOBIN, "oapi-codegen");
    return command(program, ["-config", "oapi-codegen.json", file], { cwd: folder });
  },
  compile: (trial) => {
    copyProgram("go", trial.folder);
    return buildGo(trial, "-o", "program");
  },
  run: (trial) => ask(trial, "./program"),
});

/** Without skip-prune it leaves out what only webhooks use. */
export const oapiCodegenOptions = (name: string, output: string) =>
  JSON.stringify({
    ...{ package: name, output, generate: { models: true, client: true } },
    "output-options": { "skip-prune": true },
  });

/** What clients in Java need. */
export const javaLibraries = () => classPath(/^(?!openapi-generator)/);

/** Compiles the client and the program of `programs/java`, and runs it. */
const java: Program = {
  compile: ({ folder }) => {
    copyProgram("java", folder);
    const sources = join(folder, "client/src/main/java");
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".java"))
      .map((file) => join(sources, file));
    const options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", join(folder, "classes")];
    return command("javac", [...options, "-cp", javaLibraries(), ...files, join(folder, "Program.java")]);
  },
  run: (trial) => {
    const path = `classes:${javaLibraries()}`;
    return ask(trial, "java", ["-Dfile.encoding=UTF-8", "-cp", path, "Program"]);
  },
};

const modern = { target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"] };

/** Compiles a file strictly: a program of `programs/typescript` with the generated client, or the client alone. */
const compileTypescript =
  (file: string): Work =>
  ({ folder }) => {
    copyProgram("typescript", folder);
    const options = { strict: true, noEmit: true, skipLibCheck: true, types: ["node"], ...modern };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [file] }));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    return command(npmBin("tsc"), ["-p", folder]);
  };

const typescript = (file: string): Program => ({
  compile: compileTypescript(file),
  run: (trial) => ask(trial, process.execPath, ["--import", import.meta.resolve("tsx"), file]),
});

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

/** Clients, models and schemas that are generated. The slow ones first, as two are tried at a time. */
export const generatorTools: Tool[] = [
  // Its names collide where those of others do not: NewWebhook was its constructor of a Webhook.
  {
    name: "openapi-generator go",
    ...openapiGenerator("go", { properties: ["packageName=client", open], needs: ["go"], install: go }),
    compile: (trial) => buildGo(trial, "./client"),
  },
  { name: "oapi-codegen", ...oapiCodegen("contract") },
  { name: "oapi-codegen, 3.0", ...oapiCodegen("contract30") },
  {
    name: "openapi-generator java",
    ...openapiGenerator("java", { properties: [open], needs: ["javac"] }),
    ...java,
  },
  {
    name: "openapi-generator typescript-fetch",
    ...openapiGenerator("typescript-fetch", { install: () => npm("typescript") }),
    ...typescript("openapi-generator-fetch.ts"),
  },
  // It renames what the language has already: a schema called Error became ModelError in some places.
  {
    name: "openapi-generator typescript-axios",
    ...openapiGenerator("typescript-axios", { install: () => npm("axios", "typescript") }),
    compile: compileTypescript("client/index.ts"),
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
    // It decodes nothing, so webhooks are not asked for.
    asks: questions.filter((question) => question !== "webhooks"),
  },
  {
    name: "orval zod",
    needs: [],
    install: () => npm("orval", "typescript", "zod"),
    generate: ({ folder, contract }) => {
      const output = join(folder, "client/client.ts");
      return command(npmBin("orval"), ["--input", contract, "--output", output, "--client", "zod"]);
    },
    ...typescript("orval-zod.ts"),
    // It makes no schemas of errors and webhooks.
    asks: questions.filter((question) => question !== "conflict" && question !== "webhooks"),
  },
  // It reads 3.0: it writes no type for the parameters of a webhook of 3.1, which is no Python.
  {
    name: "openapi-generator python, 3.0",
    ...openapiGenerator("python", { edition: "contract30", needs: ["python3"], install: python }),
    ...pythonProgram("openapi_generator.py", "client"),
  },
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
    ...pythonProgram("datamodel_code_generator.py", "."),
  },
];
