import {
  type Config,
  createConfig,
  lintDocument,
  type Plugin,
  type RawUniversalConfig,
  Source,
} from "@redocly/openapi-core";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { toPlainNumbers } from "../model/json.ts";
import { localResolver } from "../model/local-resolver.ts";
import { contractFile } from "../model/contract-file.ts";
import { parseYaml } from "../model/yaml.ts";
import { limitsIn, numbersIn } from "../rules/known-numbers.ts";
import { corePlugin } from "../rules/core-plugin.ts";
import contactsPlugin from "../rules/plugin.ts";
import { unknownRules } from "./configuration.ts";
import {
  problemAt,
  readContractFile,
  type ContractFile,
  type Problem,
} from "./contract-files.ts";
import { readReferencedFiles } from "./referenced-files.ts";
import { withoutRepeats } from "./report.ts";
import { withoutUncheckedExamples } from "./unchecked-examples.ts";

/** Lints the text of a contract. The problems have the name of the file. */
type Lint = (text: string, file?: string) => Promise<Problem[]>;

/** The rules that read texts, such as descriptions. An edit of a text can break only these. */
const textRules =
  /^(struct|assertions|.*-description|operation-summary|no-unsafe-markdown|contacts\/(described-fields|finished-texts|known-numbers))$/;

const configPath = fileURLToPath(
  new URL("../../redocly.yaml", import.meta.url),
);

/**
 * Loads Redocly and `redocly.yaml` with our rules. Loading takes longer than a run of the returned
 * function.
 */
export async function createLint(): Promise<Lint> {
  const configFile = new Source(configPath, readFileSync(configPath, "utf8"));
  const allRules = await configWith(configFile, () => true);
  const onlyTextRules = await configWith(configFile, (rule) =>
    textRules.test(rule),
  );
  const onlyStruct = await configWith(configFile, (rule) => rule === "struct");
  /** The values of the last contract without problems. */
  let validValues: string | undefined;

  async function run(
    contract: ContractFile,
    referencedFiles: ContractFile[],
  ): Promise<Problem[]> {
    const values = valuesOf(contract, referencedFiles);
    const config = values === validValues ? onlyTextRules : allRules;
    const found = await lintBy(config, contract);
    const problems = [...unknownRules(config, configFile), ...found];
    if (found.length === 0) problems.push(...proseProblems(contract));
    if (problems.length === 0) validValues = values;
    return withoutRepeats(withoutConsequences(problems));
  }

  return async (text, file = contractFile) => {
    const source = new Source(file, text.replace(/^\uFEFF/, ""));
    const contract = readContractFile(source);
    const referencedFiles = contract.problem
      ? []
      : readReferencedFiles(contract);
    const unreadable = [contract, ...referencedFiles].flatMap(
      ({ problem }) => problem ?? [],
    );
    if (unreadable.length > 0) return unreadable;
    try {
      return await run(contract, referencedFiles);
    } catch (error) {
      // A rule may fail on an object of a wrong type, which `struct` reports.
      const unchanged = readContractFile(source);
      const problems = await lintBy(onlyStruct, unchanged).catch(() => []);
      return problems.length > 0 ? problems : [failedRule(error, source)];
    }
  };
}

/** Creates a configuration with some of our rules. */
async function configWith(
  configFile: Source,
  isIncluded: (rule: string) => boolean,
): Promise<Config> {
  const configured = Object(
    parseYaml(configFile.body, configPath),
  ) as RawUniversalConfig;
  // Redocly's types of rules know only its own model of OpenAPI.
  const plugins = [
    Object(contactsPlugin()) as Plugin,
    Object(corePlugin) as Plugin,
  ];
  const config = await createConfig({ ...configured, plugins }, { configPath });
  config.skipRules(
    Object.keys(config.rules.oas3_1).filter((rule) => !isIncluded(rule)),
  );
  return config;
}

/** Lints a parsed contract, as Redocly's own parser is ten times slower. */
async function lintBy(
  config: Config,
  { source, root }: ContractFile,
): Promise<Problem[]> {
  const problems = await lintDocument({
    document: { source, parsed: toPlainNumbers(root) },
    config,
    externalRefResolver: localResolver({ isPlain: true }),
  });
  return withoutUncheckedExamples(problems);
}

/** Finds the numbers in introduction.md and decisions.md that are no limits of the contract. */
function proseProblems({ source, root }: ContractFile): Problem[] {
  const folder = dirname(source.absoluteRef);
  const { sized, counts } = limitsIn(root);
  const problems: Problem[] = [];
  for (const name of ["introduction.md", "decisions.md"]) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const prose = new Source(path, readFileSync(path, "utf8"));
    for (const { written, value, isCount } of numbersIn(prose.body)) {
      const known = isCount ? counts : sized;
      if (known.has(value)) continue;
      const message = `The text says "${written}", which is no number of \`x-limits\` or \`x-delivery\`. See openapi/README.md#numbers-in-texts`;
      problems.push(problemAt(prose, message, prose.body.indexOf(written)));
    }
  }
  return problems;
}

/**
 * Returns the parts of a contract that decide whether its examples are valid, as JSON: everything
 * except texts.
 */
const valuesOf = (contract: ContractFile, files: ContractFile[]): string =>
  JSON.stringify(
    [toPlainNumbers(contract.root), ...files.map(({ source }) => source.body)],
    withoutTexts,
  );

function withoutTexts(key: string, value: unknown): unknown {
  if (/^(examples?|default|enum|const)$/.test(key))
    return JSON.stringify(value);
  const isText =
    /^(title|description|summary)$/.test(key) && typeof value === "string";
  return isText ? undefined : value;
}

/** Rules for wrong types and names. */
const causes = /^(struct|core\/operation-ids-unique)$/;
/** Rules that also fail in another place because of a wrong type or name. */
const consequences =
  /^(no-unused-components|no-invalid-(media-type|parameter)-examples|operation-operationId|contacts\/known-tags|rule\/body-has-examples)$/;

/** Removes problems that another problem causes. A broken reference can cause any other problem. */
function withoutConsequences(problems: Problem[]): Problem[] {
  const brokenReferences = problems.filter(
    ({ ruleId }) => ruleId === "contacts/known-references",
  );
  if (brokenReferences.length > 0) return brokenReferences;
  const hasCause = problems.some(({ ruleId }) => causes.test(ruleId));
  if (!hasCause) return problems;
  return problems.filter(({ ruleId }) => !consequences.test(ruleId));
}

/** Reports the rule that failed. */
function failedRule(error: unknown, source: Source): Problem {
  const { message, stack = "" } =
    error instanceof Error ? error : new Error(String(error));
  const [, rule] = /\b(openapi\/rules\/[\w-]+\.[jt]s:\d+)/.exec(stack) ?? [];
  const text = rule === undefined ? message : `${rule} failed: ${message}`;
  return problemAt(source, text);
}
