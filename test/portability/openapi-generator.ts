import { join } from "node:path";
import { command } from "./command.ts";
import { classPath } from "./install.ts";

/**
 * The option by which generated clients of Java and Go accept fields that the contract does not name,
 * as the contract allows.
 */
const open = "disallowAdditionalPropertiesIfNotPresent=false";

/** Writes a client to `client/` in a folder. `maven` has to be installed. */
export function openapiGenerator(
  generator: string,
  folder: string,
  contract: string,
  ...options: string[]
): Promise<string> {
  // Its reader of YAML takes no more than 50 aliases of lists and maps, unless it is told
  // otherwise.
  const java = ["-DmaxYamlAliasesForCollections=1000"];
  return command("java", [
    ...java,
    "-cp",
    classPath(/^openapi-generator-cli-/),
    "org.openapitools.codegen.OpenAPIGenerator",
    "generate",
    "-g",
    generator,
    "-i",
    contract,
    "-o",
    join(folder, "client"),
    "--additional-properties",
    open,
    ...options,
  ]);
}
