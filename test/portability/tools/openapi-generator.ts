import { join } from "node:path";
import { command } from "../command.ts";
import { classPath, maven } from "../installs.ts";
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
