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
import { withoutRepeats } from "./report.ts";

const error = "error" as const;
const warn = "warn" as const;

/** The rules of the profile core. They find errors, and what is ambiguous to tools. */
const core: RawUniversalConfig = {
  rules: {
    struct: error,
    "no-unresolved-refs": error,
    "no-identical-paths": error,
    "no-ambiguous-paths": warn,
    "path-declaration-must-exist": error,
    "path-not-include-query": error,
    "path-parameters-defined": error,
    "operation-parameters-unique": error,
    "operation-operationId-unique": error,
    "no-enum-type-mismatch": error,
    "no-duplicated-enum-values": warn,
    "no-undefined-server-variable": error,
    "no-example-value-and-externalValue": error,
    "spec-components-invalid-map-name": warn,
    "no-duplicated-tag-names": warn,
    "no-required-schema-properties-undefined": warn,
    "no-invalid-media-type-examples": { severity: warn },
    "no-invalid-schema-examples": { severity: warn },
    "no-invalid-parameter-examples": { severity: warn },
    "core/has-operations": error,
    "core/known-to-tools": warn,
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
 * @param configFile rules in the form of redocly.yaml, instead of the profile core
 */
export async function lintCore(
  file: string,
  configFile?: string,
): Promise<Problem[]> {
  const path = resolve(file);
  if (!existsSync(path)) throw new Error(`There is no ${file}.`);
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  const contract = readContractFile(new Source(path, text), Infinity);
  const { source, root, problem } = contract;
  if (problem) return [problem];
  const problems = await lintDocument({
    document: { source, parsed: toPlainNumbers(root) },
    config: await configOf(configFile),
    externalRefResolver: localResolver({ isPlain: true }),
  });
  return withoutRepeats(problems.filter((each) => !isFalse(each, root)));
}

/** Keys under which an object has names of the API. */
const keysOfMaps =
  /^(properties|patternProperties|schemas|parameters|headers)$/;
const keysOfValues = /^(example|default|const|enum|value)$/;

/**
 * Returns true for a problem of Redocly that OpenAPI allows: a value that looks like a reference,
 * the name of a schema in a mapping, and `true` or `false` as a schema.
 */
function isFalse(
  { ruleId, message, location: [location] }: Problem,
  root: Node,
): boolean {
  if (ruleId === "struct") {
    const isBoolean = /^Expected type `Schema` .* got `boolean`/.test(message);
    return isBoolean && !is30(root["openapi"]);
  }
  if (ruleId !== "no-unresolved-refs") return false;
  const names = namesIn(location?.pointer ?? "");
  const isInValue = names.some(
    (name, i) =>
      keysOfValues.test(name) && !keysOfMaps.test(names[i - 1] ?? ""),
  );
  if (isInValue) return true;
  const schemas = nodeIn(nodeIn(root, "components"), "schemas");
  const target = names.reduce<unknown>(childOf, root);
  return (
    names.at(-2) === "mapping" &&
    typeof target === "string" &&
    Object.hasOwn(schemas, target)
  );
}

function configOf(file: string | undefined) {
  const plugins = [Object(plugin) as Plugin];
  if (file === undefined) return createConfig({ ...core, plugins });
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  const configPath = resolve(file);
  const configured = Object(
    parseYaml(readFileSync(configPath, "utf8"), file),
  ) as RawUniversalConfig;
  return createConfig(
    { ...configured, plugins: [...(configured.plugins ?? []), ...plugins] },
    { configPath: resolve(dirname(configPath), "redocly.yaml") },
  );
}
