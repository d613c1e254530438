import {
  BaseResolver,
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
import { isNode, textIn } from "../model/node.ts";
import { unknownFacts } from "../model/fill-texts.ts";
import { contractFile } from "../model/read-contract.ts";
import { parseYaml } from "../model/yaml.ts";
import contactsPlugin from "../rules/plugin.ts";
import {
  examplesOf,
  problemAt,
  readContractFile,
  type ContractFile,
  type Problem,
} from "./contract-files.ts";
import { toWritten } from "./locations.ts";

/** Lints the text of a contract. `file` is what the problems call it. */
type Lint = (text: string, file?: string) => Promise<Problem[]>;

/** The rules that read what only describes. An edit of that alone breaks no other rule. */
const ofProse =
  /^(struct|assertions|.*-description|operation-summary|no-unsafe-markdown|contacts\/(described-fields|finished-texts))$/;

const configPath = fileURLToPath(
  new URL("../../redocly.yaml", import.meta.url),
);

/** Loads Redocly and `redocly.yaml` with our rules, which takes longer than to lint. */
export async function createLint(): Promise<Lint> {
  const configFile = new Source(configPath, readFileSync(configPath, "utf8"));
  const written = Object(
    parseYaml(configFile.body, configPath),
  ) as RawUniversalConfig;
  // Redocly's types of rules know its own model of OpenAPI alone.
  const plugins = [Object(contactsPlugin()) as Plugin];
  const config = await createConfig({ ...written, plugins }, { configPath });
  let valid: string | undefined;
  return async (text, file = contractFile) => {
    const contract = readContractFile(
      new Source(file, text.replace(/^\uFEFF/, "")),
    );
    const examples = examplesOf(contract);
    const unreadable = [contract, ...examples].flatMap(
      ({ problem }) => problem ?? [],
    );
    if (unreadable.length > 0) return unreadable;
    try {
      const rules = config.forAlias("contract");
      const values = JSON.stringify(
        [contract.root, ...examples.map(({ source }) => source.body)],
        withoutProse,
      );
      if (values === valid)
        rules.skipRules(
          Object.keys(rules.rules.oas3_1).filter((rule) => !ofProse.test(rule)),
        );
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
      const locate = toWritten(readContractFile(contract.source), examples);
      const located = withoutConsequences(problems).map(locate);
      // Redocly visits a component once for each of its users.
      return [
        ...new Map(
          located.map((problem) => [identityOf(problem), problem]),
        ).values(),
      ];
    } catch (error) {
      const shapes = config.forAlias("contract");
      shapes.skipRules(
        Object.keys(shapes.rules.oas3_1).filter((rule) => rule !== "struct"),
      );
      shapes.skipPreprocessors(["contacts/complete"]);
      const problems = await lintBy(
        shapes,
        readContractFile(contract.source),
      ).catch(() => []);
      return problems.length > 0
        ? problems
        : [failed(error, contract, examples)];
    }
  };
}

/** Lints what was read already, as Redocly reads YAML ten times slower; it fills in the root. */
const lintBy = (
  config: Config,
  { source, root }: ContractFile,
): Promise<Problem[]> =>
  lintDocument({
    document: { source, parsed: root },
    config,
    externalRefResolver: new BaseResolver(config.resolve),
  });

/** The numbers that the prose beside a contract names, and the contract does not have. */
function proseProblems({ source, root }: ContractFile): Problem[] {
  const names = ["introduction.md", "decisions.md", "docs/es/chapters.md"];
  const paths = names.map((name) => join(dirname(source.absoluteRef), name));
  return paths.filter(existsSync).flatMap((path) => {
    const prose = new Source(path, readFileSync(path, "utf8"));
    return unknownFacts(prose.body, root).map((fact) => {
      const message = `The text names {${fact}}, and the contract has no such number or text`;
      return problemAt(prose, message, prose.body.indexOf(`{${fact}}`));
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
  /^(no-unused-components|no-invalid-(media-type|parameter)-examples|operation-operationId|contacts\/known-(examples|tags)|rule\/body-has-examples)$/;

/** A wrong mark fills in nothing, and a wrong reference has no node: nothing is said of what other rules miss then. */
function withoutConsequences(problems: Problem[]): Problem[] {
  for (const rule of ["contacts/known-marks", "contacts/known-references"]) {
    const causes = problems.filter(({ ruleId }) => ruleId === rule);
    if (causes.length > 0) return causes;
  }
  if (problems.some(({ ruleId }) => ofShape.test(ruleId)))
    return problems.filter(({ ruleId }) => !ofElsewhere.test(ruleId));
  const areUnnamed = problems.some(
    ({ ruleId }) => ruleId === "contacts/known-examples",
  );
  return problems.filter((problem) => !areUnnamed || !isOfExamples(problem));
}

/** What an operation without its examples, and examples without their operation, break. */
const isOfExamples = ({ ruleId, location: [at] }: Problem) =>
  ruleId === "rule/body-has-examples" ||
  (ruleId === "no-unused-components" &&
    Boolean(at?.pointer?.startsWith("#/components/examples/")));

/** A mark is wrong for one reason. */
const identityOf = ({ ruleId, message, location }: Problem): string =>
  JSON.stringify([
    ruleId === "contacts/known-marks" || message,
    ruleId,
    location.map(({ source, pointer }) => [source.absoluteRef, pointer]),
  ]);

/** What stopped lint instead of a problem: a reference of an example, or a rule. */
function failed(
  error: unknown,
  contract: ContractFile,
  examples: ContractFile[],
): Problem {
  const {
    message,
    stack = "",
    cause,
  } = error instanceof Error ? error : new Error(String(error));
  const { file = "", $ref = "" } = isNode(cause)
    ? { file: textIn(cause, "file"), $ref: textIn(cause, "$ref") }
    : {};
  const example = examples.find(
    ({ source }) => file !== "" && source.absoluteRef.endsWith(file),
  );
  if (example)
    return problemAt(
      example.source,
      message,
      example.source.body.indexOf($ref),
    );
  const [, rule] = /\b(openapi\/rules\/[\w-]+\.ts:\d+)/.exec(stack) ?? [];
  return problemAt(
    contract.source,
    rule === undefined ? message : `${rule} failed: ${message}`,
  );
}
