import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.ts";
import { go, goEnv, goModule } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";
import { open, openapiGenerator } from "./openapi-generator.ts";

const generator = openapiGenerator("go", ["packageName=client"]);
const openGenerator = openapiGenerator("go", ["packageName=client", open]);

/** Clients in Go. */
export const goTools: Tool[] = [
  {
    name: "openapi-generator go",
    needs: ["java", "mvn", "go"],
    install: () => Promise.all([go(), generator.install()]),
    generate: generator.generate,
    ...program("openapi-generator.go"),
    faults: { added: "openapi-generator-closes-objects.yaml" },
  },
  {
    name: "openapi-generator go, open",
    needs: ["java", "mvn", "go"],
    install: () => Promise.all([go(), openGenerator.install()]),
    generate: openGenerator.generate,
    ...program("openapi-generator.go"),
  },
  { name: "oapi-codegen", ...oapiCodegen("contract") },
  { name: "oapi-codegen, 3.0", ...oapiCodegen("contract30") },
];

/** @param edition which edition of the contract it reads */
function oapiCodegen(edition: "contract" | "contract30"): Omit<Tool, "name"> {
  return {
    needs: ["go"],
    install: go,
    generate: ({ folder, [edition]: file }) => {
      mkdirSync(join(folder, "client"));
      // Without skip-prune it leaves out what only webhooks use.
      writeFileSync(join(folder, "oapi-codegen.json"), JSON.stringify(options));
      return command(join(goEnv.GOBIN, "oapi-codegen"), ["-config", "oapi-codegen.json", file], {
        cwd: folder,
      });
    },
    ...program("oapi-codegen.go"),
  };
}

const options = {
  package: "client",
  output: "client/client.go",
  generate: { models: true, client: true },
  "output-options": { "skip-prune": true },
};

/** Compiles a program of `programs/go` with the client as a package of its module, and runs it. */
function program(file: string): Pick<Tool, "compile" | "run"> {
  return {
    compile: ({ folder }) => {
      copyProgram("go/answers.go", folder);
      copyProgram(`go/${file}`, folder);
      rmSync(join(folder, "client/go.mod"), { force: true });
      for (const name of ["go.mod", "go.sum"]) copyFileSync(join(goModule, name), join(folder, name));
      return command("go", ["build", "-o", "program", "."], { cwd: folder, env: goEnv });
    },
    run: (trial) => ask(trial, "./program"),
  };
}
