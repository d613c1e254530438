import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeCalls } from "./calls.ts";
import { command } from "./command.ts";
import {
  classPath,
  go,
  goEnv,
  goModule,
  kotlin,
  kotlinPath,
  maven,
  python,
  pythonBin,
  reach,
  rustEnv,
  versions,
} from "./install.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import type { Check } from "./tool.ts";

/** A generator in the table of the docs. */
interface Language {
  /** The file that it reads. */
  reads: "openapi-codegen.json" | "openapi-3.0.json";
  /** True when a program of `callers/` is compiled and run with its client. */
  isRun: boolean;
  check: Check;
}

/** A program of `callers/`. */
export const callerOf = (name: string) =>
  new URL(`callers/${name}`, import.meta.url);
const copyCaller = (name: string, to: string) =>
  copyFileSync(callerOf(name), to);

const filesIn = (folder: string, extension: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(folder, name));

/**
 * The lines of a client in Go, at most: without the headers of errors it has half of what it had.
 */
const maximumOfGo = 23_500;

/** Writes a client in Go into a file of a folder. `go` has to be installed. */
export async function generateGo(
  folder: string,
  contract: string,
  file: string,
): Promise<void> {
  const config = join(folder, "oapi-codegen.yaml");
  // Without `nullable-type` a field cannot be set to null.
  writeFileSync(
    config,
    `package: contacts
generate: { models: true, client: true }
output-options: { skip-prune: true, nullable-type: true }
output: ${file}
`,
  );
  const options = { cwd: folder, env: goEnv };
  const generator = join(goEnv.GOBIN, "oapi-codegen");
  await command(generator, ["-config", config, contract], options);
  rmSync(config);
  const client = readFileSync(join(folder, file), "utf8");
  const lines = client.split("\n").length;
  if (lines > maximumOfGo) throw new Error(`the client has ${lines} lines`);
}

const goCaller: Check = async (trial) => {
  await go();
  const { folder, codegen } = trial;
  for (const name of ["go.mod", "go.sum"])
    copyFileSync(join(goModule, name), join(folder, name));
  mkdirSync(join(folder, "contacts"));
  await generateGo(folder, codegen, "contacts/client.go");
  const caller = readFileSync(callerOf("oapi-codegen.go"), "utf8");
  writeFileSync(
    join(folder, "main.go"),
    caller.replace("contacts.example/", "portability/"),
  );
  const options = { cwd: folder, env: goEnv };
  await command("go", ["vet", "./..."], options);
  await command("go", ["build", "-o", "caller", "."], options);
  await makeCalls(trial, ["./caller"]);
};

/** Compiles a client in Java with its program. */
const javaCaller =
  (library: string, program: string): Check =>
  async (trial) => {
    await maven();
    const { folder, codegen } = trial;
    await openapiGenerator("java", folder, codegen, "--library", library);
    copyCaller(`${program}.java`, join(folder, `${program}.java`));
    const libraries = classPath(/^(?!openapi-generator|kotlin-compiler)/);
    await command("javac", [
      "-nowarn",
      "-proc:none",
      "-encoding",
      "UTF-8",
      "-d",
      join(folder, "classes"),
      "-cp",
      libraries,
      ...filesIn(join(folder, "client/src/main/java"), ".java"),
      join(folder, `${program}.java`),
    ]);
    await makeCalls(trial, [
      "java",
      "-Dfile.encoding=UTF-8",
      "-cp",
      `classes:${libraries}`,
      program,
    ]);
  };

const kotlinCaller: Check = async (trial) => {
  await maven();
  await kotlin();
  const { folder, contract30 } = trial;
  await openapiGenerator("kotlin", folder, contract30);
  copyCaller("kotlin.kt", join(folder, "caller.kt"));
  const libraries = kotlinPath(/^(?!kotlin-compiler)/);
  await command("java", [
    "-cp",
    kotlinPath(/./),
    "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
    "-no-stdlib",
    "-no-reflect",
    "-nowarn",
    "-cp",
    libraries,
    "-d",
    join(folder, "classes"),
    join(folder, "client/src/main/kotlin"),
    join(folder, "caller.kt"),
  ]);
  await makeCalls(trial, [
    "java",
    "-Dfile.encoding=UTF-8",
    "-cp",
    `classes:${libraries}`,
    "CallerKt",
  ]);
};

const pythonCaller: Check = async (trial) => {
  await maven();
  await python();
  const { folder, codegen } = trial;
  await openapiGenerator("python", folder, codegen);
  copyCaller("python.py", join(folder, "caller.py"));
  await makeCalls(trial, [pythonBin("python"), "caller.py"], {
    PYTHONPATH: "client",
  });
};

const otherPythonCaller: Check = async (trial) => {
  await python();
  const { folder, codegen } = trial;
  const input = ["generate", "--path", codegen, "--meta", "none"];
  const output = ["--output-path", join(folder, "contacts_api_client")];
  const options = { cwd: folder };
  await command(
    pythonBin("openapi-python-client"),
    [...input, ...output],
    options,
  );
  copyCaller("openapi-python-client.py", join(folder, "caller.py"));
  await makeCalls(trial, [pythonBin("python"), "caller.py"]);
};

const rustCaller: Check = async (trial) => {
  await maven();
  const { folder, contract30 } = trial;
  await openapiGenerator("rust", folder, contract30);
  mkdirSync(join(folder, "src"));
  copyCaller("rust.rs", join(folder, "src/main.rs"));
  const { serde_json: json, tokio } = versions.rust;
  writeFileSync(
    join(folder, "Cargo.toml"),
    `[package]
name = "caller"
version = "1.0.0"
edition = "2021"

[dependencies]
openapi = { path = "client", default-features = false }
serde_json = "${json}"
tokio = { version = "${tokio}", features = ["macros", "rt-multi-thread"] }
`,
  );
  const options = { cwd: folder, env: rustEnv };
  await reach("cargo", ["build", "--quiet"], options);
  await makeCalls(trial, [join(rustEnv.CARGO_TARGET_DIR, "debug/caller")]);
};

/** Runs a program in a language that needs no compilation. */
const interpreted =
  (
    generator: string,
    file: string,
    interpreter: string[],
    options: string[] = [],
  ): Check =>
  async (trial) => {
    await maven();
    const { folder, codegen } = trial;
    await command(interpreter[0] ?? "", ["--version"]);
    await openapiGenerator(generator, folder, codegen, ...options);
    copyCaller(file, join(folder, file));
    await makeCalls(trial, [...interpreter, file]);
  };

/** Only generates a client: its compiler is not at hand. */
const onlyGenerated = (
  generator: string,
  reads: Language["reads"],
): Language => ({
  reads,
  isRun: false,
  check: async ({ folder, codegen, contract30 }) => {
    await maven();
    const contract = reads === "openapi-3.0.json" ? contract30 : codegen;
    await openapiGenerator(generator, folder, contract);
  },
});

/** A generator that reads the edition for generators, and whose client is run. */
const run = (check: Check): Language => ({
  reads: "openapi-codegen.json",
  isRun: true,
  check,
});

/**
 * A generator whose client cannot decode an event of a type that it does not know, unless an event
 * is open.
 */
const runWithOpenEvents = (check: Check): Language => ({
  reads: "openapi-3.0.json",
  isRun: true,
  check,
});

/** The generators in the table of the docs. */
export const languages: Record<string, Language> = {
  "Go: oapi-codegen": run(goCaller),
  "Java: openapi-generator java, native": run(
    javaCaller("native", "JavaNative"),
  ),
  "Java: openapi-generator java, okhttp-gson": run(
    javaCaller("okhttp-gson", "JavaOkhttp"),
  ),
  "Kotlin: openapi-generator kotlin": runWithOpenEvents(kotlinCaller),
  "Python: openapi-generator python": run(pythonCaller),
  "Python: openapi-python-client": run(otherPythonCaller),
  "PHP: openapi-generator php": run(interpreted("php", "php.php", ["php"])),
  "Ruby: openapi-generator ruby": run(
    interpreted(
      "ruby",
      "ruby.rb",
      ["ruby", "-Iclient/lib"],
      // Without it the type `*` of a webhook has no name, and the client is no Ruby.
      ["--enum-name-mappings", "*=ALL"],
    ),
  ),
  "Rust: openapi-generator rust": runWithOpenEvents(rustCaller),
  "C#: openapi-generator csharp": onlyGenerated(
    "csharp",
    "openapi-codegen.json",
  ),
  "Swift: openapi-generator swift6": onlyGenerated(
    "swift6",
    "openapi-3.0.json",
  ),
};
