import { copyFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, CommandFailed } from "./command.ts";
import { copyProgram } from "./copy-program.ts";
import {
  classPath,
  go,
  goEnv,
  goModule,
  maven,
  npm,
  npmBin,
  python,
  pythonBin,
} from "./install.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import { checkAnswers } from "./questions.ts";
import { needing, type Check, type Trial } from "./tool.ts";

/**
 * Runs a program of `programs/` beside the generated client, and holds its answers against what was
 * sent.
 */
async function ask(
  { folder, world }: Trial,
  [program = "", ...args]: string[],
  {
    unasked = [],
    env = {},
  }: {
    unasked?: Parameters<typeof checkAnswers>[2];
    env?: NodeJS.ProcessEnv;
  } = {},
): Promise<void> {
  const told = {
    ...world.env,
    ...env,
    EMAIL: `${folder.replace(/[^a-z]+/gi, "").slice(-20)}@example.com`,
  };
  const printed = await command(program, args, {
    cwd: folder,
    env: told,
    timeout: 120,
  }).catch((error: unknown) => {
    if (error instanceof CommandFailed) return error.output;
    throw error;
  });
  checkAnswers(printed, world, unasked);
}

/** Compiles a file strictly: a program with the generated client, or the client alone. */
function compileTypescript(folder: string, file: string) {
  const modern = {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2022", "dom"],
  };
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    ...modern,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: [file] }),
  );
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return command(npmBin("tsc"), ["-p", folder]);
}

/** Generates a client in TypeScript, and compiles it. */
const typescriptClient = (generator: string): Check =>
  needing(
    async (trial) => {
      await openapiGenerator(generator, trial.folder, trial.contract);
      await compileTypescript(trial.folder, "client/index.ts");
    },
    maven,
    npm("typescript", "axios"),
  );

const goClient: Check = async (trial) => {
  const { folder } = trial;
  const options = [
    "--package-name",
    "client",
    // Two enums have the same values, whose constants would have one name.
    "--additional-properties",
    "enumClassPrefix=true",
  ];
  await openapiGenerator("go", folder, trial.contract, ...options);
  rmSync(join(folder, "client/go.mod"), { force: true });
  for (const name of ["go.mod", "go.sum"])
    copyFileSync(join(goModule, name), join(folder, name));
  await command("go", ["build", "./client"], { cwd: folder, env: goEnv });
};

const javaClient: Check = async (trial) => {
  const { folder } = trial;
  await openapiGenerator("java", folder, trial.contract);
  copyProgram("Program.java", folder);
  const sources = join(folder, "client/src/main/java");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".java"))
    .map((file) => join(sources, file));
  const options = [
    "-nowarn",
    "-proc:none",
    "-encoding",
    "UTF-8",
    "-d",
    join(folder, "classes"),
  ];
  const libraries = classPath(/^(?!openapi-generator)/);
  await command("javac", [
    ...options,
    "-cp",
    libraries,
    ...files,
    join(folder, "Program.java"),
  ]);
  await ask(trial, [
    "java",
    "-Dfile.encoding=UTF-8",
    "-cp",
    `classes:${libraries}`,
    "Program",
  ]);
};

const pythonClient: Check = async (trial) => {
  await openapiGenerator("python", trial.folder, trial.contract30);
  copyProgram("openapi_generator.py", trial.folder);
  const program = [pythonBin("python"), "openapi_generator.py"];
  await ask(trial, program, { env: { PYTHONPATH: "client" } });
};

const heyApi: Check = async (trial) => {
  const { folder, contract } = trial;
  const output = join(folder, "client");
  await command(npmBin("openapi-ts"), [
    "-i",
    contract,
    "-o",
    output,
    "-c",
    "@hey-api/client-fetch",
  ]);
  copyProgram("hey-api.ts", folder);
  await compileTypescript(folder, "hey-api.ts");
  const program = [
    process.execPath,
    "--import",
    import.meta.resolve("tsx"),
    "hey-api.ts",
  ];
  // It decodes nothing, so webhooks are not asked for.
  await ask(trial, program, { unasked: ["webhooks"] });
};

const orval: Check = async ({ folder, contract }) => {
  const output = join(folder, "client/client.ts");
  await command(npmBin("orval"), [
    "--input",
    contract,
    "--output",
    output,
    "--client",
    "zod",
  ]);
  await compileTypescript(folder, "client/client.ts");
};

const pydanticModels: Check = async ({ folder, contract }) => {
  const models = join(folder, "models.py");
  const input = [
    "--input",
    contract,
    "--input-file-type",
    "openapi",
    "--output",
    models,
  ];
  const kind = [
    "--output-model-type",
    "pydantic_v2.BaseModel",
    "--target-python-version",
    "3.11",
  ];
  await command(pythonBin("datamodel-codegen"), [...input, ...kind]);
  await command(pythonBin("python"), [models]);
};

/** Generators of clients and types: the client compiles, and some are asked what they read. */
export const generatedClients: Record<string, Check> = {
  // Its names collide where those of others do not: NewWebhook was its constructor of a Webhook.
  "openapi-generator go": needing(goClient, maven, go),
  "openapi-generator java": needing(javaClient, maven),
  // It reads 3.0: it writes no type for the parameters of a webhook of 3.1, which is no Python.
  "openapi-generator python, 3.0": needing(pythonClient, maven, python),
  "openapi-generator typescript-fetch": typescriptClient("typescript-fetch"),
  // It renames what the language has already: a schema called Error became ModelError in some
  // places.
  "openapi-generator typescript-axios": typescriptClient("typescript-axios"),
  "@hey-api/openapi-ts": needing(
    heyApi,
    npm("@hey-api/openapi-ts", "typescript"),
  ),
  "orval zod": needing(orval, npm("orval", "zod", "axios", "typescript")),
  "datamodel-code-generator": needing(pydanticModels, python),
};
