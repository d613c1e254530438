import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { packagesFolder } from "../../openapi/docs/downloads.ts";
import { readContract } from "../../openapi/model/read-contract.ts";
import { readReleases } from "../../openapi/model/releases.ts";
import { makeCalls } from "./calls.ts";
import { command } from "./command.ts";
import {
  dependenciesOf,
  go,
  goEnv,
  maven,
  mvn,
  python,
  pythonBin,
  reach,
  versions,
} from "./install.ts";
import { callerOf, generateGo } from "./languages.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import type { Check, Trial } from "./tool.ts";

// The clients in other languages that a release publishes. Each is built into `generated/packages/`, installed from that
// file as its README says, and run against the server: the program of its README, and that of `callers/`.

const licence = new URL("../../LICENSE", import.meta.url);

/** The same bytes at every build: the first time that a zip can hold. */
const sourceDate = "315532800";

/**
 * The version in the name of a package: that of the contract, which before its release ends with
 * `suffix`.
 */
async function versionWith(suffix: string): Promise<string> {
  const { contract } = await readContract();
  const { version } = contract.info;
  return readReleases().has(version) ? version : version + suffix;
}

/** The README of a package with the names in it. */
function readmeOf(language: string, names: Record<string, string>): string {
  const url = new URL(`packages/${language}.md`, import.meta.url);
  return readFileSync(url, "utf8").replaceAll(
    /\{(file|folder|module|version)\}/g,
    (found, name: string) => names[name] ?? found,
  );
}

/** The code of a language in a README. */
function codeIn(readme: string, language: string): string {
  const blocks = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, "m");
  return blocks.exec(readme)?.[1] ?? "";
}

/** Removes the packages of earlier builds. */
function removePackages(extension: string): void {
  mkdirSync(packagesFolder, { recursive: true });
  for (const name of readdirSync(packagesFolder))
    if (name.endsWith(extension)) rmSync(join(packagesFolder, name));
}

/** Runs the program of a README. @throws Error when it does not print the contact that there is */
async function runReadme(
  { folder, world }: Trial,
  program: string,
  ...args: string[]
): Promise<void> {
  const printed = await command(program, args, {
    cwd: folder,
    env: world.env,
  });
  if (!printed.includes(world.env["TAKEN_EMAIL"] ?? "no email"))
    throw new Error(`the program of the README printed ${printed}`);
}

/** The description of the wheel; the generated one names no owner and has no README. */
const projectOf = (version: string) => `[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "contacts-client"
version = "${version}"
description = "A client of the Contacts API"
readme = "README.md"
license = "MIT"
requires-python = ">=3.10"
dynamic = ["dependencies"]

[tool.setuptools]
packages.find.include = ["contacts_client*"]
package-data.contacts_client = ["py.typed"]

[tool.setuptools.dynamic]
dependencies = { file = ["requirements.txt"] }
`;

const pythonWheel: Check = async (trial) => {
  await maven();
  await python();
  const { folder, codegen } = trial;
  const version = await versionWith(".dev0");
  const file = `contacts_client-${version}-py3-none-any.whl`;
  const readme = readmeOf("python", { file });
  const names = `projectName=contacts-client,packageVersion=${version}`;
  const options = [
    "--package-name",
    "contacts_client",
    "--additional-properties",
    names,
  ];
  await openapiGenerator("python", folder, codegen, ...options);
  const source = join(folder, "client");
  for (const name of ["setup.py", "setup.cfg"]) rmSync(join(source, name));
  writeFileSync(join(source, "pyproject.toml"), projectOf(version));
  writeFileSync(join(source, "README.md"), readme);
  copyFileSync(licence, join(source, "LICENSE"));
  removePackages(".whl");
  await command(
    pythonBin("pip"),
    [
      "wheel",
      "--quiet",
      "--no-deps",
      "--no-build-isolation",
      "--wheel-dir",
      packagesFolder,
      "./client",
    ],
    { cwd: folder, env: { SOURCE_DATE_EPOCH: sourceDate } },
  );

  await command("python3", ["-m", "venv", "venv"], { cwd: folder });
  const pip = join(folder, "venv/bin/pip");
  await reach(pip, ["install", "--quiet", join(packagesFolder, file)]);
  const interpreter = join(folder, "venv/bin/python");
  writeFileSync(join(folder, "readme.py"), codeIn(readme, "python"));
  await runReadme(trial, interpreter, "readme.py");
  const caller = readFileSync(callerOf("python.py"), "utf8");
  writeFileSync(
    join(folder, "caller.py"),
    caller.replaceAll("openapi_client", "contacts_client"),
  );
  await makeCalls(trial, [interpreter, "caller.py"]);
};

const goModulePath = "contacts.example/contacts";

const goPackage: Check = async (trial) => {
  await go();
  const { folder, codegen } = trial;
  const version = await versionWith("-dev");
  const name = `contacts-go-${version}`;
  const file = `${name}.tar.gz`;
  const names = { file, folder: name, module: goModulePath, version };
  const readme = readmeOf("go", names);
  const source = join(folder, name);
  const options = { cwd: source, env: goEnv };
  mkdirSync(source);
  await generateGo(source, codegen, "contacts.go");
  writeFileSync(join(source, "README.md"), readme);
  copyFileSync(licence, join(source, "LICENSE"));
  const required = Object.entries(versions.go).filter(
    ([path]) => !path.includes("/oapi-codegen/v2"),
  );
  const lines = required.map((each) => `require ${each.join(" ")}\n`);
  writeFileSync(
    join(source, "go.mod"),
    `module ${goModulePath}\n\ngo 1.26\n\n${lines.join("")}`,
  );
  await reach("go", ["mod", "tidy"], options);
  await command("go", ["vet", "./..."], options);
  removePackages(".tar.gz");
  await command("tar", [
    "--sort=name",
    `--mtime=@${sourceDate}`,
    "--mode=go=rX,u+rw",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--use-compress-program=gzip -n",
    "-C",
    folder,
    "-cf",
    join(packagesFolder, file),
    name,
  ]);

  const built = join(folder, "caller");
  const inBuilt = { cwd: built, env: goEnv };
  mkdirSync(join(built, "readme"), { recursive: true });
  copyFileSync(join(packagesFolder, file), join(built, file));
  writeFileSync(join(built, "go.mod"), "module portability\n\ngo 1.26\n");
  await command("sh", ["-e", "-c", codeIn(readme, "sh")], inBuilt);
  writeFileSync(join(built, "readme/main.go"), codeIn(readme, "go"));
  copyFileSync(callerOf("oapi-codegen.go"), join(built, "main.go"));
  await reach("go", ["mod", "tidy"], inBuilt);
  await command("go", ["build", "-o", "programs/", "./..."], inBuilt);
  await runReadme(trial, join(built, "programs/readme"));
  await makeCalls(trial, [join(built, "programs/portability")]);
};

/** The libraries that the generated client imports, at the versions that were tried. */
const librariesOfJava = Object.fromEntries(
  Object.entries(versions.maven).filter(([name]) =>
    /jackson|jsr305|jakarta/.test(name),
  ),
);

/**
 * The description of the jar: a project that needs no plugin of its own, and makes the same bytes
 * at each build.
 */
const javaProject = (version: string) => `\
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>contacts.example</groupId><artifactId>contacts-client</artifactId><version>${version}</version>
<name>Contacts API client</name><description>A client of the Contacts API</description>
<licenses><license><name>MIT</name></license></licenses>
<properties>
<maven.compiler.release>11</maven.compiler.release>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
<project.build.outputTimestamp>1980-01-02T00:00:00Z</project.build.outputTimestamp>
</properties>
<build><pluginManagement><plugins>
<plugin><artifactId>maven-compiler-plugin</artifactId><version>3.10.1</version></plugin>
<plugin><artifactId>maven-jar-plugin</artifactId><version>3.3.0</version></plugin>
</plugins></pluginManagement></build>
<dependencies>${dependenciesOf(librariesOfJava)}</dependencies>
</project>
`;

const javaJar: Check = async (trial) => {
  await maven();
  const { folder, codegen } = trial;
  const version = await versionWith("-dev");
  const file = `contacts-client-${version}.jar`;
  const readme = readmeOf("java", { file, version });
  const options = [
    "--library",
    "native",
    "--invoker-package",
    "contacts.client",
    "--api-package",
    "contacts.client.api",
    "--model-package",
    "contacts.client.model",
    "--additional-properties",
    "hideGenerationTimestamp=true",
  ];
  await openapiGenerator("java", folder, codegen, ...options);
  const source = join(folder, "client");
  const resources = join(source, "src/main/resources/META-INF");
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, "README.md"), readme);
  copyFileSync(licence, join(resources, "LICENSE"));
  rmSync(join(source, "src/test"), { recursive: true, force: true });
  writeFileSync(join(source, "pom.xml"), javaProject(version));
  await mvn(source, "package");
  removePackages(".jar");
  copyFileSync(join(source, "target", file), join(packagesFolder, file));

  const built = join(folder, "built");
  mkdirSync(built);
  copyFileSync(join(packagesFolder, file), join(built, file));
  const [, ...installation] = codeIn(readme, "sh").trim().split(" ");
  await mvn(built, ...installation);
  writeFileSync(
    join(built, "pom.xml"),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>caller</groupId><artifactId>caller</artifactId><version>1</version>
<dependencies>${codeIn(readme, "xml")}</dependencies></project>
`,
  );
  await mvn(built, "dependency:copy-dependencies");
  const libraries = join(built, "target/dependency/*");
  const caller = readFileSync(callerOf("JavaNative.java"), "utf8");
  writeFileSync(
    join(built, "JavaNative.java"),
    caller.replaceAll("org.openapitools.client", "contacts.client"),
  );
  writeFileSync(join(built, "Readme.java"), codeIn(readme, "java"));
  const programs = ["JavaNative.java", "Readme.java"];
  await command(
    "javac",
    ["-encoding", "UTF-8", "-cp", libraries, "-d", "classes", ...programs],
    { cwd: built },
  );
  const java = ["-Dfile.encoding=UTF-8", "-cp"];
  const path = `${join(built, "classes")}:${libraries}`;
  await runReadme(trial, "java", ...java, path, "Readme");
  await makeCalls(trial, ["java", ...java, path, "JavaNative"]);
};

export const packages: Record<string, Check> = {
  "package: Java jar": javaJar,
  "package: Python wheel": pythonWheel,
  "package: Go module": goPackage,
};
