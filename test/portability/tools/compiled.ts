import { join } from "node:path";
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { command, ask, copyProgram } from "../command.ts";
import { classPath, maven, cargoEnv, go, goEnv, goModule, reach, versions } from "../installs.ts";
import type { Tool, Trial } from "../tool.ts";

/**
 * Without it the generators of Java and Go refuse fields that the contract does not name, although a schema without
 * `additionalProperties` allows them: `openapi-generator-closes-objects` of faults.yaml.
 */
export const open = "disallowAdditionalPropertiesIfNotPresent=false";

type Readable = Pick<Trial, "folder" | "contract"> & Partial<Trial>;

interface Options {
  /** What the generator is told beside its name, e.g. `packageName=contacts`. */
  properties?: string[];
  /** Which edition of the contract it reads. */
  edition?: "contract" | "contract30" | "source";
  /** The programs that its client needs, beside java and mvn. */
  needs?: string[];
  /** Installs what its client needs. */
  install?: () => Promise<unknown>;
}

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

type Program = Pick<Tool, "compile" | "run">;

/** Compiles a program of `programs/go` with the client as a package of its module, and runs it. */
const goProgram = (file: string): Program => ({
  compile: ({ folder }) => {
    copyProgram("go/answers.go", folder);
    copyProgram(`go/${file}`, folder);
    rmSync(join(folder, "client/go.mod"), { force: true });
    for (const name of ["go.mod", "go.sum"]) copyFileSync(join(goModule, name), join(folder, name));
    return command("go", ["build", "-o", "program", "."], { cwd: folder, env: goEnv });
  },
  run: (trial) => ask(trial, "./program"),
});

const goClient = (...properties: string[]) => ({
  ...openapiGenerator("go", {
    ...{ properties: ["packageName=client", ...properties], needs: ["go"], install: go },
  }),
  ...goProgram("openapi-generator.go"),
});

const oapiCodegen = (edition: "contract" | "contract30"): Omit<Tool, "name"> => ({
  needs: ["go"],
  install: go,
  generate: ({ folder, [edition]: file }) => {
    mkdirSync(join(folder, "client"));
    writeFileSync(join(folder, "oapi-codegen.json"), oapiCodegenOptions("client", "client/client.go"));
    return command(join(goEnv.GOBIN, "oapi-codegen"), ["-config", "oapi-codegen.json", file], {
      cwd: folder,
    });
  },
  ...goProgram("oapi-codegen.go"),
});

/** Without skip-prune it leaves out what only webhooks use. */
export const oapiCodegenOptions = (name: string, output: string) =>
  JSON.stringify({
    ...{ package: name, output, generate: { models: true, client: true } },
    "output-options": { "skip-prune": true },
  });

/** What clients in Java need. */
export const javaLibraries = () => classPath(/^(?!openapi-generator|kotlin-compiler)/);

/** Compiles the client and a program of `programs/java`, and runs it. */
const javaProgram = (name: string): Program => ({
  compile: ({ folder }) => {
    copyProgram("java", folder);
    const sources = join(folder, "client/src/main/java");
    const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".java"))
      .map((file) => join(sources, file));
    const programs = ["Answers.java", `${name}.java`].map((file) => join(folder, file));
    const options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", join(folder, "classes")];
    return command("javac", [...options, "-cp", javaLibraries(), ...files, ...programs]);
  },
  run: (trial) => ask(trial, "java", ["-Dfile.encoding=UTF-8", "-cp", `classes:${javaLibraries()}`, name]),
});

const javaClient = (...properties: string[]) => openapiGenerator("java", { properties, needs: ["javac"] });

const kotlinLibraries = () => classPath(/^(kotlin-(stdlib|reflect)|moshi|okhttp|okio)/);

/** Compiled by the compiler itself rather than a build tool, which is larger. */
const kotlin: Program = {
  compile: ({ folder }) => {
    copyProgram("kotlin", folder);
    return command("java", [
      ...["-cp", classPath(/^(kotlin|annotations)/), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"],
      ...["-no-stdlib", "-no-reflect", "-nowarn", "-cp", kotlinLibraries(), "-d", join(folder, "classes")],
      ...[join(folder, "client/src/main/kotlin"), join(folder, "Program.kt")],
    ]);
  },
  run: (trial) =>
    ask(trial, "java", ["-Dfile.encoding=UTF-8", "-cp", `classes:${kotlinLibraries()}`, "ProgramKt"]),
};

/** A program beside the client that openapi-generator makes, with the versions that both use. */
const { tokio, ...crates } = versions.rust;
const cargoToml = `[package]
name = "program"
version = "1.0.0"
edition = "2021"

[dependencies]
client = { path = "client", package = "openapi", default-features = false }
tokio = { version = "=${tokio}", features = ["macros", "rt"] }
${Object.entries(crates)
  .map(([name, version]) => `${name} = "=${version}"`)
  .join("\n")}
`;

const rust: Program = {
  compile: async ({ folder }) => {
    copyProgram("rust", folder);
    writeFileSync(join(folder, "Cargo.toml"), cargoToml);
    const options = { cwd: folder, env: cargoEnv };
    await reach("cargo", ["fetch"], options);
    return command("cargo", ["build", "--quiet", "--offline"], { ...options, timeout: 600 });
  },
  run: (trial) => ask(trial, join(cargoEnv.CARGO_TARGET_DIR, "debug/program")),
};

/** Clients in languages that are compiled. The slow ones first, as two are tried at a time. */
export const compiledTools: Tool[] = [
  { name: "openapi-generator rust", ...openapiGenerator("rust", { needs: ["cargo"] }), ...rust },
  { name: "openapi-generator go", ...goClient(), faults: { added: "openapi-generator-closes-objects" } },
  { name: "openapi-generator go, open", ...goClient(open) },
  { name: "oapi-codegen", ...oapiCodegen("contract") },
  { name: "oapi-codegen, 3.0", ...oapiCodegen("contract30") },
  { name: "openapi-generator kotlin", ...openapiGenerator("kotlin"), ...kotlin },
  {
    name: "openapi-generator java, okhttp-gson",
    ...javaClient(),
    ...javaProgram("OkhttpGson"),
    faults: { added: "openapi-generator-closes-objects" },
  },
  { name: "openapi-generator java, okhttp-gson, open", ...javaClient(open), ...javaProgram("OkhttpGson") },
  {
    name: "openapi-generator java, native",
    ...javaClient("library=native"),
    ...javaProgram("Native"),
    faults: { compile: "openapi-generator-native-enums" },
  },
];
