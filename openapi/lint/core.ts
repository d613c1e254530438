import {
  createConfig,
  lintDocument,
  Source,
  type Plugin,
  type RawUniversalConfig,
} from "@redocly/openapi-core";
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { toPlainNumbers } from "../model/json.ts";
import { localResolver } from "../model/local-resolver.ts";
import { childOf, nodeIn, type Node } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";
import { is30 } from "../model/version-30.ts";
import { parseYaml } from "../model/yaml.ts";
import hasOperations from "../rules/has-operations.ts";
import knownToTools from "../rules/known-to-tools.ts";
import { readContractFile, type Problem } from "./contract-files.ts";

const error = "error" as const;
const warn = "warn" as const;

/** The rules of the profile core: what makes a contract wrong, or ambiguous to tools. */
const core: RawUniversalConfig = {
  rules: {
    ...{ struct: error, "no-unresolved-refs": error },
    ...{ "no-identical-paths": error, "no-ambiguous-paths": warn },
    ...{
      "path-declaration-must-exist": error,
      "path-not-include-query": error,
    },
    ...{
      "path-parameters-defined": error,
      "operation-parameters-unique": error,
    },
    ...{ "operation-operationId-unique": error },
    ...{ "no-enum-type-mismatch": error, "no-duplicated-enum-values": warn },
    ...{ "no-undefined-server-variable": error },
    ...{ "no-example-value-and-externalValue": error },
    ...{ "spec-components-invalid-map-name": warn },
    ...{ "no-duplicated-tag-names": warn },
    ...{ "no-required-schema-properties-undefined": warn },
    "no-invalid-media-type-examples": { severity: warn },
    "no-invalid-schema-examples": { severity: warn },
    "no-invalid-parameter-examples": { severity: warn },
    ...{ "core/has-operations": error, "core/known-to-tools": warn },
  },
};

const plugin = {
  id: "core",
  rules: {
    oas3: { "has-operations": hasOperations, "known-to-tools": knownToTools },
  },
};

/**
 * Lints any contract, also one of several files.
 * @param configFile a configuration of Redocly in the place of the rules of the profile core
 */
export async function lintCore(
  file: string,
  configFile?: string,
): Promise<Problem[]> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`There is no ${file}.`);
  const contract = readContractFile(
    new Source(path, readFileSync(path, "utf8").replace(/^\uFEFF/, "")),
    Infinity,
  );
  if (contract.problem) return [contract.problem];
  const problems = await lintDocument({
    document: {
      source: contract.source,
      parsed: toPlainNumbers(contract.root),
    },
    config: await configOf(configFile),
    externalRefResolver: localResolver({ isPlain: true }),
  });
  const real = problems.filter(
    (problem) => !isOfRedocly(problem, contract.root),
  );
  // Redocly visits a component once for each of its users.
  const byPlace = new Map(
    real.map((problem) => [
      JSON.stringify([
        problem.ruleId,
        problem.message,
        problem.location.map(({ source, pointer }) => [
          source.absoluteRef,
          pointer,
        ]),
      ]),
      problem,
    ]),
  );
  return [...byPlace.values()];
}

/** Under these a mapping has names of the API. */
const ofNames = /^(properties|patternProperties|schemas|parameters|headers)$/;
const ofValues = /^(example|default|const|enum|value)$/;

/**
 * Returns true when Redocly reports a problem where OpenAPI allows the value: a value that looks like a reference, the name of a schema in a
 * mapping, `true` and `false` as schemas.
 */
function isOfRedocly(
  { ruleId, message, location: [at] }: Problem,
  root: Node,
): boolean {
  const names = namesIn(at?.pointer ?? "");
  if (ruleId === "struct")
    return (
      /^Expected type `Schema` .* got `boolean`/.test(message) &&
      !is30(root["openapi"])
    );
  if (ruleId !== "no-unresolved-refs") return false;
  const isValue = names.some(
    (name, i) => ofValues.test(name) && !ofNames.test(names[i - 1] ?? ""),
  );
  const name = names.reduce<unknown>(childOf, root);
  const schemas = nodeIn(nodeIn(root, "components"), "schemas");
  const isMapped =
    names.at(-2) === "mapping" &&
    typeof name === "string" &&
    Object.hasOwn(schemas, name);
  return isValue || isMapped;
}

function configOf(file: string | undefined) {
  const plugins = [Object(plugin) as Plugin];
  if (file === undefined) return createConfig({ ...core, plugins });
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const configPath = resolve(file);
  const written = Object(
    parseYaml(readFileSync(configPath, "utf8"), file),
  ) as RawUniversalConfig;
  return createConfig(
    { ...written, plugins: [...(written.plugins ?? []), ...plugins] },
    { configPath: resolve(dirname(configPath), "redocly.yaml") },
  );
}
