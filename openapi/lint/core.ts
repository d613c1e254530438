import { lintDocument, Source, type Config } from "@redocly/openapi-core";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { toPlainNumbers } from "../model/json.ts";
import { localResolver } from "../model/local-resolver.ts";
import { childOf, isInExtension, nodeIn, type Node } from "../model/node.ts";
import { namesIn } from "../model/pointer.ts";
import { requireFile } from "../model/require-file.ts";
import { notText } from "../model/reference-texts.ts";
import { is30 } from "../model/version-30.ts";
import { messageOf } from "../options.ts";
import { withExamplesOfNullables } from "./bare-nullable.ts";
import {
  coreConfig,
  namesOfCoreRules,
  readConfig,
  structConfig,
  unknownRules,
} from "./configuration.ts";
import {
  problemAt,
  readContractFile,
  type ContractFile,
  type Problem,
} from "./contract-files.ts";
import { isDefinedAround } from "./required-around.ts";
import { withoutRepeats } from "./report.ts";
import { withoutUncheckedExamples } from "./unchecked-examples.ts";

/**
 * Lints any contract, also one of several files.
 * @param configFile rules in the form of redocly.yaml, instead of the profile core
 */
export async function lintCore(
  file: string,
  configFile?: string,
): Promise<Problem[]> {
  const contract = contractIn(file);
  if (contract.problem) return [contract.problem];
  if (configFile === undefined)
    return lintBy(await coreConfig(), contract).catch((error: unknown) =>
      lintByOtherRules(contract, error),
    );
  const { source, config, problems } = await readConfig(configFile);
  if (problems.length > 0) return problems;
  const found = await lintBy(config, contract);
  return [...unknownRules(config, source), ...found];
}

/** Returns the problems of any contract that make it no OpenAPI: unknown fields and wrong types. */
export async function lintStructure(file: string): Promise<Problem[]> {
  const contract = contractIn(file);
  if (contract.problem) return [contract.problem];
  return problemsBy(await structConfig(), contract);
}

function contractIn(file: string): ContractFile {
  requireFile(file);
  const path = resolve(file);
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  return readContractFile(new Source(path, text), Infinity);
}

/** Lints a contract. A rule may fail on an object of a wrong type, which `struct` reports. */
async function lintBy(
  config: Config,
  contract: ContractFile,
): Promise<Problem[]> {
  try {
    return await problemsBy(config, contract);
  } catch (error) {
    const problems = await problemsBy(await structConfig(), contract);
    if (problems.length === 0) throw error;
    return problems;
  }
}

/**
 * Lints a contract without the rules that cannot read it, as a rule of Redocly fails on a property of
 * the name `hasOwnProperty`.
 * @throws the error of the first run when no rule fails alone
 */
async function lintByOtherRules(
  contract: ContractFile,
  error: unknown,
): Promise<Problem[]> {
  const failing = new Map<string, string>();
  for (const name of namesOfCoreRules) {
    const others = namesOfCoreRules.filter((other) => other !== name);
    try {
      await problemsBy(await coreConfig(others), contract);
    } catch (reason) {
      failing.set(name, messageOf(reason));
    }
  }
  if (failing.size === 0) throw error;
  const notes = [...failing].map(([ruleId, reason]) =>
    asWarning({
      ...problemAt(contract.source, ""),
      ruleId,
      message: `The rule cannot read this contract (${reason}), and checks nothing of it`,
    }),
  );
  const config = await coreConfig([...failing.keys()]);
  return [...notes, ...(await problemsBy(config, contract))];
}

async function problemsBy(
  config: Config,
  { source, root }: ContractFile,
): Promise<Problem[]> {
  const lint = (change: <T>(document: T) => T) =>
    lintDocument({
      document: { source, parsed: change(toPlainNumbers(root)) },
      config,
      externalRefResolver: localResolver({ isPlain: true, change }),
    });
  const problems = await withExamplesOfNullables(
    await lint((document) => document),
    root["openapi"],
    lint,
  );
  const older = new Set(
    problems
      .filter(({ ruleId }) => ruleId === "core/older-keywords")
      .map(placeOf),
  );
  return withoutRepeats(
    withoutUncheckedExamples(problems)
      .filter((each) => !isFalse(each, root))
      // The other rule says what to write in its place.
      .filter((each) => each.ruleId !== "struct" || !older.has(placeOf(each)))
      .map((each) => (isUnknownKeyword(each, root) ? asWarning(each) : each))
      .map(withAdvice),
  );
}

const placeOf = ({ location: [at] }: Problem): string =>
  `${at?.source.absoluteRef}${at?.pointer}`;

/**
 * Adds the form of OpenAPI 3.1 to problems with two forms of older drafts, and explains a `$ref`
 * that is no text. An open schema accepts a field that it does not list, which Redocly reports as a
 * rule of the schema.
 */
function withAdvice(problem: Problem): Problem {
  const { ruleId, message, location } = problem;
  const [, place, field] = unlistedField.exec(message) ?? [];
  if (field !== undefined) {
    const where = place === undefined ? "" : ` in \`${place}\``;
    return {
      ...problem,
      message: `The example has \`${field}\`${where}, which the schema does not list`,
    };
  }
  if (ruleId !== "struct") return problem;
  const key = namesIn(location[0]?.pointer ?? "").at(-1) ?? "";
  const isFlag = /^exclusiveM(in|ax)imum$/.test(key);
  if (isFlag && message.includes("got `boolean`"))
    return {
      ...problem,
      message: `${message} Write the bound itself: \`${key}: 5\``,
    };
  if (key === "$ref" && message.includes("is not expected"))
    return { ...problem, message: notText, suggest: [] };
  if (key === "items" && message.includes("got `array`"))
    return { ...problem, message: `${message}: use \`prefixItems\`` };
  return problem;
}

/** The message of Redocly about a field of an example: its place, when it is not the example, and its name. */
const unlistedField =
  /^Example value must conform to the schema: (?:`(.*)` property )?must NOT have unevaluated properties `(.*)`\.$/;

const asWarning = (problem: Problem): Problem => ({
  ...problem,
  severity: "warn",
});

/** Keys whose value is a schema, a map of schemas or a list of them. */
const keysOfSchemas = {
  one: /^(schema|itemSchema|items|contains|not|if|then|else|additionalProperties|propertyNames|unevaluated(Items|Properties)|contentSchema)$/,
  several:
    /^(schemas|properties|patternProperties|\$defs|dependentSchemas|allOf|anyOf|oneOf|prefixItems)$/,
};

/**
 * Returns true for an unknown keyword of a schema, which OpenAPI allows from 3.1 on. Mostly it is a
 * mistake.
 */
function isUnknownKeyword(
  { ruleId, message, location: [location] }: Problem,
  root: Node,
): boolean {
  const isUnknown =
    ruleId === "struct" && /^Property `.*` is not expected/.test(message);
  if (!isUnknown || is30(root["openapi"])) return false;
  const [key = "", owner = "", section = ""] = namesIn(
    location?.pointer ?? "",
  ).toReversed();
  const isOfSchema =
    keysOfSchemas.several.test(section) || keysOfSchemas.one.test(owner);
  return key !== "" && key !== "$ref" && isOfSchema;
}

/** Keys under which an object has names of the API. */
const keysOfMaps =
  /^(properties|patternProperties|schemas|parameters|headers)$/;
const keysOfValues = /^(example|default|const|enum|value)$/;

/**
 * Returns true for a problem of Redocly that OpenAPI allows: a value that looks like a reference,
 * the name of a schema in a mapping, `true` or `false` as a schema, a required property that a schema
 * around the condition defines, and any value of an extension, such as `x-codeSamples`.
 */
function isFalse(
  { ruleId, message, location: [location] }: Problem,
  root: Node,
): boolean {
  const names = namesIn(location?.pointer ?? "");
  if (ruleId === "struct") {
    const isBoolean = /^Expected type `Schema` .* got `boolean`/.test(message);
    return isInExtension(names) || (isBoolean && !is30(root["openapi"]));
  }
  if (ruleId === "no-required-schema-properties-undefined")
    return isDefinedAround(root, names);
  if (ruleId !== "no-unresolved-refs") return false;
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
