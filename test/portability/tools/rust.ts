import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.ts";
import { cargoEnv, reach } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";
import { versions } from "../versions.ts";
import { openapiGenerator } from "./openapi-generator.ts";

/** A client in Rust. */
export const rustTools: Tool[] = [
  {
    name: "openapi-generator rust",
    needs: ["java", "mvn", "cargo"],
    ...openapiGenerator("rust"),
    compile: async ({ folder }) => {
      copyProgram("rust", folder);
      writeFileSync(join(folder, "Cargo.toml"), cargoToml);
      const options = { cwd: folder, env: cargoEnv };
      await reach("cargo", ["fetch"], options);
      return command("cargo", ["build", "--quiet", "--offline"], { ...options, timeout: 600 });
    },
    run: (trial) => ask(trial, join(cargoEnv.CARGO_TARGET_DIR, "debug/program")),
  },
];

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
