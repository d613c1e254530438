import { join } from "node:path";
import { command } from "../command.ts";
import { classPath, maven } from "../installs.ts";
import type { Tool, Trial } from "../tool.ts";

/**
 * Without it the generators of Java and Go refuse fields that the contract does not name, although a schema without
 * `additionalProperties` allows them: `faults/openapi-generator-closes-objects.yaml`.
 */
export const open = "disallowAdditionalPropertiesIfNotPresent=false";

type Readable = Pick<Trial, "folder" | "contract"> & Partial<Trial>;

/**
 * What all generators of openapi-generator have in common. The client is written to `client/` in the trial's folder.
 * @param properties what the generator is told beside its name, e.g. `packageName=contacts`
 * @param edition which edition of the contract it reads
 */
export function openapiGenerator(
  generator: string,
  properties: string[] = [],
  edition: "contract" | "contract30" = "contract",
): Pick<Tool, "install"> & { generate: (trial: Readable) => Promise<string> } {
  return {
    install: maven,
    generate: ({ folder, ...trial }) =>
      command("java", [
        ...["-cp", classPath(/^openapi-generator-cli-/), "org.openapitools.codegen.OpenAPIGenerator"],
        ...[
          "generate",
          "-g",
          generator,
          "-i",
          trial[edition] ?? trial.contract,
          "-o",
          join(folder, "client"),
        ],
        ...(properties.length > 0 ? ["--additional-properties", properties.join(",")] : []),
      ]),
  };
}
