import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { packagesFolder } from "../../openapi/docs/downloads.ts";
import {
  codeIn,
  licence,
  readmeOf,
  removePackages,
  runReadme,
  versionWith,
} from "./built-package.ts";
import { makeCalls } from "./calls.ts";
import { command } from "./command.ts";
import { dependenciesOf, maven, mvn, versions } from "./install.ts";
import { callerOf } from "./languages.ts";
import { openapiGenerator } from "./openapi-generator.ts";
import type { Check } from "./tool.ts";

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

export const javaJar: Check = async (trial) => {
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
