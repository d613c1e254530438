import { join } from "node:path";
import { command } from "../command.ts";
import { classPath } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";
import { openapiGenerator } from "./openapi-generator.ts";

/** A client in Kotlin, compiled by the compiler itself rather than a build tool, which is larger. */
export const kotlinTools: Tool[] = [
  {
    name: "openapi-generator kotlin",
    needs: ["java", "mvn"],
    ...openapiGenerator("kotlin"),
    compile: ({ folder }) => {
      copyProgram("kotlin", folder);
      return command("java", [
        ...["-cp", classPath(/^(kotlin|annotations)/), "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"],
        ...["-no-stdlib", "-no-reflect", "-nowarn", "-cp", libraries(), "-d", join(folder, "classes")],
        ...[join(folder, "client/src/main/kotlin"), join(folder, "Program.kt")],
      ]);
    },
    run: (trial) =>
      ask(trial, "java", ["-Dfile.encoding=UTF-8", "-cp", `classes:${libraries()}`, "ProgramKt"]),
  },
];

const libraries = () => classPath(/^(kotlin-(stdlib|reflect)|moshi|okhttp|okio)/);
