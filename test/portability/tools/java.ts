import { readdirSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.ts";
import { classPath } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";
import { open, openapiGenerator } from "./openapi-generator.ts";

/** Clients in Java, one for each of two HTTP and JSON libraries. */
export const javaTools: Tool[] = [
  {
    name: "openapi-generator java, okhttp-gson",
    needs: ["java", "javac", "mvn"],
    ...openapiGenerator("java"),
    ...program("OkhttpGson"),
    faults: { added: "openapi-generator-closes-objects.yaml" },
  },
  {
    name: "openapi-generator java, okhttp-gson, open",
    needs: ["java", "javac", "mvn"],
    ...openapiGenerator("java", [open]),
    ...program("OkhttpGson"),
  },
  {
    name: "openapi-generator java, native",
    needs: ["java", "javac", "mvn"],
    ...openapiGenerator("java", ["library=native"]),
    ...program("Native"),
    faults: { compile: "openapi-generator-native-enums.yaml" },
  },
];

/** Compiles the client and a program of `programs/java`, and runs it. */
function program(name: string): Pick<Tool, "compile" | "run"> {
  const libraries = () => classPath(/^(?!openapi-generator|kotlin-compiler)/);
  return {
    compile: (trial) => {
      copyProgram("java", trial.folder);
      const sources = join(trial.folder, "client/src/main/java");
      const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".java"))
        .map((file) => join(sources, file));
      const programs = ["Answers.java", `${name}.java`].map((file) => join(trial.folder, file));
      const options = ["-nowarn", "-proc:none", "-encoding", "UTF-8", "-d", join(trial.folder, "classes")];
      return command("javac", [...options, "-cp", libraries(), ...files, ...programs]);
    },
    run: (trial) => ask(trial, "java", ["-Dfile.encoding=UTF-8", "-cp", `classes:${libraries()}`, name]),
  };
}
