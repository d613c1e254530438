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
import { contractFile } from "../model/read-contract.ts";
import { parseYaml } from "../model/yaml.ts";
import { limitsIn, numbersIn } from "../rules/known-numbers.ts";
import contactsPlugin from "../rules/plugin.ts";
import {
  filesBeside,
  problemAt,
  readContractFile,
  type ContractFile,
  type Problem,
} from "./contract-files.ts";

/** Lints the text of a contract. `file` is what the problems call it. */
type Lint = (text: string, file?: string) => Promise<Problem[]>;

/** The rules that read what only describes. An edit of that alone breaks no other rule. */
const ofProse =
  /^(struct|assertions|.*-description|operation-summary|no-unsafe-markdown|contacts\/(described-fields|finished-texts|known-numbers))$/;

const configPath = fileURLToPath(
  new URL("../../redocly.yaml", import.meta.url),
);

/** Loads Redocly and `redocly.yaml` with our rules, which takes longer than to lint. */
export async function createLint(): Promise<Lint> {
  const configFile = new Source(configPath, readFileSync(configPath, "utf8"));
  const configWith = async (isWanted: (rule: string) => boolean) => {
    const written = Object(
      parseYaml(configFile.body, configPath),
    ) as RawUniversalConfig;
    // Redocly's types of rules know its own model of OpenAPI alone.
    const plugins = [Object(contactsPlugin()) as Plugin];
    const config = await createConfig({ ...written, plugins }, { configPath });
    config.skipRules(
      Object.keys(config.rules.oas3_1).filter((rule) => !isWanted(rule)),
    );
    return config;
  };
  const all = await configWith(() => true);
  const ofTexts = await configWith((rule) => ofProse.test(rule));
  const ofShapes = await configWith((rule) => rule === "struct");
  let valid: string | undefined;
  return async (text, file = contractFile) => {
    const contract = readContractFile(
      new Source(file, text.replace(/^\uFEFF/, "")),
    );
    const beside = contract.problem ? [] : filesBeside(contract);
    const unreadable = [contract, ...beside].flatMap(
      ({ problem }) => problem ?? [],
    );
    if (unreadable.length > 0) return unreadable;
    try {
      const values = JSON.stringify(
        [
          toPlainNumbers(contract.root),
          ...beside.map(({ source }) => source.body),
        ],
        withoutProse,
      );
      const rules = values === valid ? ofTexts : all;
      const found = await lintBy(rules, contract);
      const unknown = rules
        .getUnusedRules()
        .rules.map((rule) =>
          problemAt(
            configFile,
            `There is no rule ${rule}`,
            configFile.body.indexOf(rule),
          ),
        );
      const problems = [
        ...unknown,
        ...found,
        ...(found.length === 0 ? proseProblems(contract) : []),
      ];
      if (problems.length === 0) {
        valid = values;
        return [];
      }
      // Redocly visits a component once for each of its users.
      return [
        ...new Map(
          withoutConsequences(problems).map((problem) => [
            identityOf(problem),
            problem,
          ]),
        ).values(),
      ];
    } catch (error) {
      const problems = await lintBy(
        ofShapes,
        readContractFile(contract.source),
      ).catch(() => []);
      return problems.length > 0 ? problems : [failed(error, contract)];
    }
  };
}

/** Lints what was read already, as Redocly reads YAML ten times slower. */
const lintBy = (
  config: Config,
  { source, root }: ContractFile,
): Promise<Problem[]> =>
  lintDocument({
    document: { source, parsed: toPlainNumbers(root) },
    config,
    externalRefResolver: localResolver({ isPlain: true }),
  });

/** Finds the numbers that the prose beside a contract names, and the contract does not have. */
function proseProblems({ source, root }: ContractFile): Problem[] {
  const names = ["introduction.md", "decisions.md"];
  const paths = names.map((name) => join(dirname(source.absoluteRef), name));
  const { sized } = limitsIn(root);
  return paths.filter(existsSync).flatMap((path) => {
    const prose = new Source(path, readFileSync(path, "utf8"));
    return numbersIn(prose.body).flatMap(({ written, value, isCount }) => {
      if (isCount || sized.has(value)) return [];
      const message = `The text says "${written}", which is no number of \`x-limits\` or \`x-delivery\`. See openapi/README.md#numbers-in-texts`;
      return problemAt(prose, message, prose.body.indexOf(written));
    });
  });
}

/** All of a contract by which its examples are valid or not: what only describes is left out. */
const withoutProse = (key: string, value: unknown) => {
  if (/^(examples?|default|enum|const)$/.test(key))
    return JSON.stringify(value);
  return /^(title|description|summary)$/.test(key) && typeof value === "string"
    ? undefined
    : value;
};

/** A wrong shape or name, and the rules that miss something elsewhere because of it. */
const ofShape = /^(struct|operation-operationId-unique)$/;
const ofElsewhere =
  /^(no-unused-components|no-invalid-(media-type|parameter)-examples|operation-operationId|contacts\/known-tags|rule\/body-has-examples)$/;

/** A wrong reference has no node: nothing is said of what other rules miss then. */
function withoutConsequences(problems: Problem[]): Problem[] {
  const causes = problems.filter(
    ({ ruleId }) => ruleId === "contacts/known-references",
  );
  if (causes.length > 0) return causes;
  return problems.some(({ ruleId }) => ofShape.test(ruleId))
    ? problems.filter(({ ruleId }) => !ofElsewhere.test(ruleId))
    : problems;
}

/** Identifies a problem. An extension has only one. */
const identityOf = ({ ruleId, message, location }: Problem): string =>
  JSON.stringify([
    ruleId === "contacts/known-extensions" || message,
    ruleId,
    location.map(({ source, pointer }) => [source.absoluteRef, pointer]),
  ]);

/** Says which rule failed and stopped lint. */
function failed(error: unknown, contract: ContractFile): Problem {
  const { message, stack = "" } =
    error instanceof Error ? error : new Error(String(error));
  const [, rule] = /\b(openapi\/rules\/[\w-]+\.ts:\d+)/.exec(stack) ?? [];
  return problemAt(
    contract.source,
    rule === undefined ? message : `${rule} failed: ${message}`,
  );
}
