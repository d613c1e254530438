import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../command.ts";
import { cargoEnv, pin, reach } from "../installs.ts";
import { ask, copyProgram } from "../program.ts";
import type { Tool } from "../tool.ts";
import { openapiGenerator } from "./openapi-generator.ts";

/** A client in Rust. */
export const rustTools: Tool[] = [
  {
    name: "openapi-generator rust",
    needs: ["java", "mvn", "cargo"],
    // Cargo.lock names the version of the client too, so it may not follow the contract's.
    ...openapiGenerator("rust", ["packageVersion=1.0.0"]),
    compile: async ({ folder }) => {
      copyProgram("rust", folder);
      copyFileSync(pin("rust/Cargo.toml"), join(folder, "Cargo.toml"));
      const options = { cwd: folder, env: cargoEnv };
      // The pinned file does not say where crates come from: that is this machine's affair.
      await reach("cargo", ["generate-lockfile"], options);
      const lock = join(folder, "Cargo.lock");
      const [source = ""] = /^source = .*\n/m.exec(readFileSync(lock, "utf8")) ?? [];
      writeFileSync(
        lock,
        readFileSync(pin("rust/Cargo.lock"), "utf8").replace(/^checksum/gm, `${source}checksum`),
      );
      await reach("cargo", ["fetch", "--locked"], options);
      return command("cargo", ["build", "--quiet", "--locked", "--offline"], { ...options, timeout: 600 });
    },
    run: (trial) => ask(trial, join(cargoEnv.CARGO_TARGET_DIR, "debug/program")),
  },
];
